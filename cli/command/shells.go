package command

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// shell is a shell that has commands complete their arguments.
type shell struct{ name, load, script string }

// shells are the scripts. Each hands what is typed to the program's __complete and shows the lines that come back;
// the last line tells whether names of files will do too.
var shells = []shell{
	{"bash", "  source <(tfs completion bash)                                       # this session\n" +
		"  tfs completion bash > ~/.local/share/bash-completion/completions/tfs   # every session", `# bash completion for tfs
_tfs() {
    local typed=${COMP_LINE:0:COMP_POINT} words out kind line last
    read -ra words <<<"$typed"
    [[ $typed == *[[:space:]] ]] && words+=("")
    out=$("${words[0]}" __completeNoDesc "${words[@]:1}" 2>/dev/null) || return
    kind=${out##*$'\n'}
    last=${words[${#words[@]}-1]}
    [[ $last == --*=* ]] && last=${last#*=}
    COMPREPLY=()
    while IFS= read -r line; do
        [[ -n $line && $line != :[04] && $line == "$last"* ]] && COMPREPLY+=("$line")
    done <<<"$out"
    if (( ${#COMPREPLY[@]} == 0 )) && [[ $kind == :0 ]]; then
        compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$last"))
    elif [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *. ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -F _tfs tfs
`},
	{"zsh", "  source <(tfs completion zsh)                      # this session, after compinit\n" +
		"  tfs completion zsh > \"${fpath[1]}/_tfs\"           # every session", `#compdef tfs
# zsh completion for tfs
_tfs() {
    local out kind line
    local -a found
    out=$("${(Q)words[1]}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null) || return
    kind=${out##*$'\n'}
    for line in "${(@f)out}"; do
        [[ -n $line && $line != :[04] ]] || continue
        line=${line//:/\\:}
        found+=("${line/$'\t'/:}")
    done
    compset -P '--*='
    (( $#found )) && _describe tfs found
    [[ $kind == :0 ]] && _files
}
if [[ $funcstack[1] == _tfs ]]; then _tfs "$@"; else compdef _tfs tfs; fi
`},
	{"fish", "  tfs completion fish | source                                 # this session\n" +
		"  tfs completion fish > ~/.config/fish/completions/tfs.fish    # every session", `# fish completion for tfs
function __tfs_words
    set -l given (commandline -opc)
    set -l typed (commandline -ct)
    set -l out ($given[1] __complete $given[2..-1] "$typed" 2>/dev/null)
    set -l kind $out[-1]
    set -e out[-1]
    set -l before (string match -r -- '^--[^=]*=' "$typed")
    for line in $out
        printf '%s\n' "$before$line"
    end
    test "$kind" = :0; and __fish_complete_path "$typed"
end
complete -c tfs -f -a '(__tfs_words)'
`},
	{"powershell", "  tfs completion powershell | Out-String | Invoke-Expression     # this session\n" +
		"  tfs completion powershell >> $PROFILE                          # every session", `# powershell completion for tfs
Register-ArgumentCompleter -Native -CommandName tfs -ScriptBlock {
    param($typed, $line, $cursor)
    $given = @($line.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    $given += if ($typed -or $PSVersionTable.PSVersion -ge [version]'7.3') { "$typed" } else { '""' }
    tfs __complete @given 2>$null | Where-Object { $_ -notmatch '^:[04]$' } | ForEach-Object {
        $word, $about = $_ -split [char]9, 2
        if (-not $about) { $about = $word }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
    }
}
`},
}

// Completion is the command that writes the scripts for shells.
func Completion() *Command {
	c := &Command{Use: "completion", Short: "The script with which a shell completes commands and flags"}
	var names []string
	for _, s := range shells {
		names = append(names, s.name)
		c.Add(&Command{Use: s.name, Short: "The script for " + s.name, Args: Exactly(0),
			Long: "Writes the script with which " + s.name + " completes tfs's commands, flags and names.", Example: s.load,
			Run: func(c *Command, _ []string) error {
				_, err := io.WriteString(c.Root().Out, s.script)
				return err
			}})
	}
	known := strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	c.Run = func(_ *Command, args []string) error {
		if len(args) == 0 {
			return errors.New("completion: name the shell: " + known)
		}
		return fmt.Errorf("completion: there is no script for %q, only for %s", args[0], known)
	}
	return c
}

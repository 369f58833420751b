package line

import (
	"sort"
	"strconv"
	"strings"
)

// symbolNames are the names that a backslash, the name and Tab turn into characters, as LaTeX
// has them; ^ and _ begin those above and below the line.
const symbolNames = `alpha α Alpha Α beta β Beta Β gamma γ Gamma Γ delta δ Delta Δ epsilon ϵ Epsilon Ε zeta ζ Zeta Ζ eta η
Eta Η theta θ Theta Θ iota ι Iota Ι kappa κ Kappa Κ lambda λ Lambda Λ mu μ Mu Μ nu ν Nu Ν xi ξ Xi Ξ
omicron ο Omicron Ο pi π Pi Π rho ρ Rho Ρ sigma σ Sigma Σ tau τ Tau Τ upsilon υ Upsilon Υ phi ϕ Phi Φ
chi χ Chi Χ psi ψ Psi Ψ omega ω Omega Ω varepsilon ε vartheta ϑ varphi φ varsigma ς varrho ϱ varpi ϖ
varkappa ϰ partial ∂ nabla ∇ infty ∞ sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ oint ∮ sqrt √ cbrt ∛ pm ± mp ∓
times × div ÷ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘ odot ⊙ dagger †
ddagger ‡ le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ equiv ≡ approx ≈ cong ≅ sim ∼ simeq ≃ propto ∝ ll ≪ gg ≫
prec ≺ succ ≻ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ in ∈ notin ∉ ni ∋ emptyset ∅ varnothing ∅ cap ∩
cup ∪ setminus ∖ land ∧ wedge ∧ lor ∨ vee ∨ neg ¬ lnot ¬ forall ∀ exists ∃ nexists ∄ top ⊤ bot ⊥ perp ⊥
parallel ∥ mid ∣ angle ∠ therefore ∴ because ∵ vdash ⊢ models ⊨ to → rightarrow → leftarrow ← gets ←
uparrow ↑ downarrow ↓ leftrightarrow ↔ Rightarrow ⇒ implies ⟹ Leftarrow ⇐ Leftrightarrow ⇔ iff ⟺
mapsto ↦ hookrightarrow ↪ longrightarrow ⟶ nearrow ↗ searrow ↘ hbar ℏ ell ℓ Re ℜ Im ℑ aleph ℵ beth ℶ
wp ℘ degree ° prime ′ dprime ″ ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉
langle ⟨ rangle ⟩ checkmark ✓ square □ triangle △ diamond ⋄ lozenge ◊ pounds £ euro € copyright © S §
P ¶ bbA 𝔸 bbB 𝔹 bbC ℂ bbN ℕ bbP ℙ bbQ ℚ bbR ℝ bbZ ℤ bbE 𝔼 hat \u0302 bar \u0304 dot \u0307 ddot \u0308
tilde \u0303 vec \u20d7 acute \u0301 grave \u0300 check \u030c breve \u0306 ^0 ⁰ ^1 ¹ ^2 ² ^3 ³ ^4 ⁴
^5 ⁵ ^6 ⁶ ^7 ⁷ ^8 ⁸ ^9 ⁹ ^+ ⁺ ^- ⁻ ^= ⁼ ^( ⁽ ^) ⁾ _0 ₀ _1 ₁ _2 ₂ _3 ₃ _4 ₄ _5 ₅ _6 ₆ _7 ₇ _8 ₈ _9 ₉ _+ ₊
_- ₋ _= ₌ _( ₍ _) ₎ ^a ᵃ ^b ᵇ ^c ᶜ ^d ᵈ ^e ᵉ ^f ᶠ ^g ᵍ ^h ʰ ^i ⁱ ^j ʲ ^k ᵏ ^l ˡ ^m ᵐ ^n ⁿ ^o ᵒ ^p ᵖ ^r ʳ
^s ˢ ^t ᵗ ^u ᵘ ^v ᵛ ^w ʷ ^x ˣ ^y ʸ ^z ᶻ ^T ᵀ _a ₐ _e ₑ _h ₕ _i ᵢ _j ⱼ _k ₖ _l ₗ _m ₘ _n ₙ _o ₒ _p ₚ _r ᵣ
_s ₛ _t ₜ _u ᵤ _v ᵥ _x ₓ`

// symbols answers Tab behind a backslash and a name: the characters whose names begin so. ok
// is false elsewhere.
func (e *Editor) symbols() (c Completion, ok bool) {
	before := e.b.text[:e.b.pos]
	at := strings.LastIndexByte(before, '\\')
	if at < 0 || strings.ContainsAny(before[at:], " \t\n'\"") || len(before)-at < 2 {
		return c, false
	}
	typed := before[at+1:]
	c = Completion{From: at, To: e.b.pos}
	for f := strings.Fields(symbolNames); len(f) > 1; f = f[2:] {
		if f[0] == typed {
			c.Items = []Item{{Text: symbol(f[1])}}
			return c, true
		}
		if strings.HasPrefix(f[0], typed) {
			c.Items = append(c.Items, Item{Text: `\` + f[0], Notes: []string{symbol(f[1])}})
		}
	}
	sort.Slice(c.Items, func(i, j int) bool { return c.Items[i].Text < c.Items[j].Text })
	return c, len(c.Items) > 0
}

// symbol is a character of the table; accents that stand on the letter before are written by
// their numbers there.
func symbol(s string) string {
	if text, err := strconv.Unquote(`"` + s + `"`); err == nil {
		return text
	}
	return s
}

# tfs's own: texts as they are.
"""Messages without translations."""
def gettext(message):
    return message

def ngettext(singular, plural, n):
    return singular if n == 1 else plural

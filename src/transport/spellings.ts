/**
 * Finds a key however an answer may write it: as it is, escaped for JSON or JavaScript (once or more), percent-encoded,
 * escaped for HTML, and in base64, alone or within a longer text. Letters are found in either case.
 */
export function spellingsOf(apiKey: string): RegExp {
  // Backslashes are what escaping adds and doubles: between two characters, any number of them is the same as none.
  const characters = [...apiKey].filter(character => character !== '\\')
  const escaped = characters.map(spell).join(backslashes)
  const end = apiKey.endsWith('\\') ? backslashes : ''
  return new RegExp([escaped + end, ...[0, 1, 2].map(before => inBase64(apiKey, before))].join('|'), 'gi')
}

const backslashes = `(?:\\\\|%(?:25)*5c|&#x0*5c;|&#0*92;|u005c|x5c)*`

const htmlNames: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
}

/** The ways to write one character; the backslash of an escape stands before it. */
function spell(character: string): string {
  const code = character.charCodeAt(0)
  const digits = code.toString(16)
  const name = htmlNames[character]
  const html = [`#x0*${digits}`, `#0*${code}`, ...(name === undefined ? [] : [name])].join('|')
  return `(?:[${/\w/.test(character) ? '' : '\\'}${character}]|%(?:25)*${digits}|(?:u00|x)${digits}|&(?:amp;)*(?:${html});)`
}

/** What base64 makes of the key after so many other bytes, without the characters in which a neighbour has a part. */
function inBase64(apiKey: string, before: number): string {
  const whole = btoa(' '.repeat(before) + apiKey)
  const own = whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + apiKey.length) * 8) / 6))
  // Two alphabets are in use, and either may stand in JSON or in a URL.
  return own
    .replaceAll('/', () => `(?:_|\\\\*${spell('/')})`)
    .replaceAll('+', () => `(?:-|\\\\*${spell('+')})`)
}

/**
 * Reads headers from user input with one header per line: `name: value`.
 *
 * @throws SyntaxError with an error message for the user.
 */
export function readHeaders(text: string): Record<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.split('\n').filter(line => line.trim() !== '')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name === '')
      throw new SyntaxError(`The header "${line.trim()}" needs a name and a colon: "accept: text/csv".`)
    if (headers.has(name)) throw new SyntaxError(`The header ${name} is there twice: write it once.`)
    headers.set(name, line.slice(colon + 1).trim())
  }
  return Object.fromEntries(headers)
}

export function writeHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

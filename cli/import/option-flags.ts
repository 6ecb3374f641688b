/** The flags whose names differ from their import options, by option. */
const flagOfOption: Readonly<Record<string, string>> = { dateOrder: '--dates' }

/** In a message, replaces the names of import options with their flags. */
export function nameFlags(message: string): string {
  return message.replace(/\b[a-z]+[A-Z][A-Za-z]+\b/g, word => flagOfOption[word] ?? word)
}

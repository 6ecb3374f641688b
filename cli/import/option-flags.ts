/** The flag of each import option that has another name. */
const flagOfOption: Readonly<Record<string, string>> = { dateOrder: '--dates' }

/** Replaces the names of import options in a message by the names of their flags. */
export function nameFlags(message: string): string {
  return message.replace(/\b[a-z]+[A-Z][A-Za-z]+\b/g, word => flagOfOption[word] ?? word)
}

/** Quotes a text for a shell, which then interprets nothing in it. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

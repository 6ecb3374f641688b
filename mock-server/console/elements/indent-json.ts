/** Adds line breaks to JSON. Returns the text unchanged if parsing would change a value, such as a long number. */
export function indentJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text
  } catch {
    return text
  }
}

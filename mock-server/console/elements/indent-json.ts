/** Breaks JSON into lines. The text stays as it is if more than spaces would change, such as a long number. */
export function indentJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text ? JSON.stringify(value, null, 2) : text
  } catch {
    return text
  }
}

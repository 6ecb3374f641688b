/** JSON on several lines; as it is where that would change more than spaces, such as a long number. */
export function indented(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    return JSON.stringify(value) === body ? JSON.stringify(value, null, 2) : body
  } catch {
    return body
  }
}

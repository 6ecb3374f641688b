/** Parses a body as JSON. Returns the text if it is not JSON. */
export function parseBody(text: string): { readonly body: unknown; readonly isJson: boolean } {
  try {
    return { body: JSON.parse(text), isJson: true }
  } catch {
    return { body: text, isJson: false }
  }
}

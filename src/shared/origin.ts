/** Whether a text is an origin as browsers send it: without a path, and without the default port. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

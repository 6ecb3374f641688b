/** Whether it is an error, of another realm too: a test environment may have an `Error` of its own. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}

/** The message of an error; anything else that was thrown, as text. */
export function messageOf(thrown: unknown): string {
  return isError(thrown) ? thrown.message : String(thrown)
}

/** The code of a system error, such as `ENOENT`; null where it has none. */
export function codeOf(thrown: unknown): string | null {
  return isError(thrown) && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null
}

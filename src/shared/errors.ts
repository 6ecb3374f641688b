/** Whether a thrown value is an instance of a class. Returns false for a revoked Proxy, for which `instanceof` throws. */
export function isInstanceOf<Instance>(
  thrown: unknown,
  errorClass: abstract new (...parameters: never[]) => Instance,
): thrown is Instance {
  try {
    return thrown instanceof errorClass
  } catch {
    return false
  }
}

/**
 * Whether a value is an error, including an error from another realm: some test environments have their own
 * `Error` class.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}

/** Returns the message of an error; for any other thrown value, the value as a string. */
export function messageOf(thrown: unknown): string {
  return isError(thrown) ? thrown.message : String(thrown)
}

/** Returns the code of a system error, such as `ENOENT`; null if there is none. */
export function codeOf(thrown: unknown): string | null {
  return isError(thrown) && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null
}

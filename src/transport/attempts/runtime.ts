/** Returns the origin of the page or web worker in which the client runs; null outside browsers. */
export function pageOrigin(): string | null {
  return isDeno() ? null : (globalThis.location?.origin ?? null)
}

function isDeno(): boolean {
  return 'Deno' in globalThis
}

/**
 * Returns a body that the runtime does not resend by itself. Deno resends a string body if the connection
 * breaks.
 */
export function unrepeatable(body: string): string {
  // Every fetch accepts a Blob, but the type `FetchInit` does not allow one, because libraries declare different Blob types.
  return isDeno() ? (new Blob([body]) as unknown as string) : body
}

let isCacheOptionSupported: boolean | undefined

/**
 * Whether the runtime supports `cache: 'no-store'`. With this option, old versions of workerd throw an error,
 * and React Native changes the URL.
 */
export function supportsCacheOption(): boolean {
  isCacheOptionSupported ??= hasCacheOption()
  return isCacheOptionSupported
}

function hasCacheOption(): boolean {
  try {
    return new Request('http://localhost', { cache: 'no-store' }).cache === 'no-store'
  } catch {
    return false
  }
}

/** Returns the origin of the page or web worker in which the client runs; null outside browsers. */
export function pageOrigin(): string | null {
  return isDeno() ? null : (globalThis.location?.origin ?? null)
}

function isDeno(): boolean {
  return 'Deno' in globalThis
}

/** Returns a body that the runtime cannot resend on its own. Deno resends a string after a broken connection. */
export function unrepeatable(body: string): string {
  // Every fetch accepts a Blob, but the type `FetchInit` does not allow one, because libraries declare different Blob types.
  return isDeno() ? (new Blob([body]) as unknown as string) : body
}

let isCacheOptionSupported: boolean | undefined

/** Whether the runtime supports `cache: 'no-store'`. Old versions of workerd throw, and React Native changes the URL instead. */
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

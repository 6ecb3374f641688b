/** Returns the origin of the page or its worker that the client runs in; null outside browsers. */
export function pageOrigin(): string | null {
  return isDeno() ? null : (globalThis.location?.origin ?? null)
}

function isDeno(): boolean {
  return 'Deno' in globalThis
}

/** Returns a body that the runtime does not send again by itself after a broken connection, as Deno does with a string. */
export function unrepeatable(body: string): string {
  // Every fetch accepts a Blob, but `FetchInit` cannot name it, because libraries disagree on its type.
  return isDeno() ? (new Blob([body]) as unknown as string) : body
}

let isCacheOptionSupported: boolean | undefined

/** Whether the runtime supports `cache: 'no-store'`: an old workerd throws, and React Native changes the URL instead. */
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

/** Differences of the runtimes beneath `fetch`: docs/errors-and-retries.md has the table. */

/** The origin of the page that the client runs in, or of the worker of a page; null elsewhere. */
export function pageOrigin(): string | null {
  return isDeno() ? null : (globalThis.location?.origin ?? null)
}

function isDeno(): boolean {
  return 'Deno' in globalThis
}

/** A body that the runtime does not send again by itself after a connection broke, as Deno does with a string. */
export function unrepeatable(body: string): string {
  // Every fetch accepts both, but `FetchInit` cannot name a Blob: libraries disagree on its type.
  return isDeno() ? (new Blob([body]) as unknown as string) : body
}

let isCacheOptionSupported: boolean | undefined

/** Whether `cache: 'no-store'` means what the standard says: an old workerd throws, React Native changes the URL instead. */
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

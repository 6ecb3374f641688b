/**
 * Acts when the signal is aborted, at once where it is already.
 *
 * @returns what lets go of the signal.
 */
export function whenAborted(signal: AbortSignal | null | undefined, act: () => void): () => void {
  if (signal?.aborted) act()
  signal?.addEventListener('abort', act)
  return () => signal?.removeEventListener('abort', act)
}

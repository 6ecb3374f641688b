/** What stands where a key stood. */
export const struck = '[redacted]'

/** Shorter keys would strike half of every sentence; backslashes do not count, for they may be of any number. */
export const shortestKey = 8

export function isLongEnough(apiKey: string): boolean {
  return apiKey.replaceAll('\\', '').length >= shortestKey
}

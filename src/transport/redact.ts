const struck = '[redacted]'

/** Strikes the key out of a text, in each spelling in which an answer may echo it, and whatever follows "Bearer". */
export function createRedaction(apiKey: string | null): (text: string) => string {
  // A shorter key would also strike half of every sentence, and is no secret.
  const spellings =
    apiKey === null || apiKey.length < 8
      ? []
      : [
          apiKey,
          encodeURIComponent(apiKey),
          JSON.stringify(apiKey).slice(1, -1),
          apiKey.replaceAll('/', '\\/'),
        ]
  return text =>
    spellings
      .reduce((rest, spelling) => rest.replaceAll(spelling, struck), text)
      .replace(/\bBearer\s+[\x21\x23-\x7e]+/gi, `Bearer ${struck}`)
}

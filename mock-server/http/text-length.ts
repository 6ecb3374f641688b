import type { Server } from '../server.ts'
import { sentence } from './body.ts'
import { Refusal } from './reply.ts'

/** What an address may be at least: as long as browsers and mail programs pass one on. */
const longestAddress = 2048

/** Which text is longer than the server keeps, as the reason for a refusal; undefined where none is. */
export function findLongText(
  { maximumTextLength }: Pick<Server, 'maximumTextLength'>,
  fields: object,
): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const most = name === 'document_url' ? Math.max(longestAddress, maximumTextLength) : maximumTextLength
    if (typeof value === 'string' && value.length > most)
      return `${name} must have at most ${most} characters`
  }
  return undefined
}

/** @throws Refusal of 400 naming the text that is longer than the server keeps. */
export function refuseLongText(server: Server, fields: object): void {
  const reason = findLongText(server, fields)
  if (reason !== undefined) throw new Refusal(400, sentence(reason))
}

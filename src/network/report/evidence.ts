import { spreadOptions } from '../graph/assertions.ts'
import type { Evidence, EvidenceOptions } from './record.ts'

/**
 * Makes a record of a screening for your files: the entity, the times, the service, the findings with their
 * sources, the uncertainties and the reasoning. The result contains the SHA-256 of the record's JSON. The
 * same input always gives the same bytes, so {@link verifyEvidence} can check the record later. The hash
 * needs WebCrypto, which browsers provide only on https and localhost. Not legal advice, not clearance.
 *
 * @throws InputValidationError (`invalid_input`) if an option is unknown or invalid, for example if `previous` is about another
 * entity.
 * @example
 * const network = await client.entities.network(id)
 * const readAt = new Date()
 * const { json, sha256 } = await toEvidence({ network, client, readAt, computedAt: new Date() })
 * console.log(sha256, json.length)
 */
export async function toEvidence(options: EvidenceOptions): Promise<Evidence> {
  const input = spreadOptions(options)
  const { makeEvidence } = await import('./make-record.ts')
  return makeEvidence('toEvidence', input)
}

/**
 * The inputs of the page, and the maximum number of parties to draw.
 *
 * @example
 * const network = await client.entities.network(id)
 * const options: HtmlOptions = { network, client, readAt: new Date(), computedAt: new Date(), maxNodes: 60 }
 */
export interface HtmlOptions extends EvidenceOptions {
  /**
   * Maximum number of drawn parties; a table lists all other parties.
   *
   * @default 30, and fewer if their names would be below 6 points on A4
   */
  maxNodes?: number | undefined
}

/**
 * Makes the record of {@link toEvidence} as one HTML page for your files or for print on A4, with a drawing
 * of the network. The page has no script and loads nothing; all text from the network is escaped, and only
 * http and https sources are links.
 *
 * @throws InputValidationError (`invalid_input`) for the same reasons as {@link toEvidence}.
 * @example
 * const network = await client.entities.network(id)
 * const decision = { conclusion: 'Rejected', by: 'K. Doe', reason: 'Blocked under the OFAC rule' }
 * console.log(await toHtml({ network, client, readAt: new Date(), computedAt: new Date(), decision, note: 'Case 4711' }))
 */
export async function toHtml(options: HtmlOptions): Promise<string> {
  const input = spreadOptions(options)
  const { drawPage, makeEvidence } = await import('./page/page.ts')
  return drawPage(await makeEvidence('toHtml', input, ['maxNodes']), input)
}

import type { EvidenceOptions } from './evidence.ts'

/**
 * What goes into the page, and how much of the network is drawn.
 *
 * @example
 * const network = await client.entities.network(id)
 * const readAt = new Date()
 * const options: HtmlOptions = { network, client, readAt, computedAt: new Date(), maxNodes: 60 }
 */
export interface HtmlOptions extends EvidenceOptions {
  /**
   * How many parties are drawn at the most; the others stand in a table.
   *
   * @default 30, and fewer where their names would be below 6 points on A4
   */
  maxNodes?: number | undefined
}

/**
 * Makes a report of a screening as one HTML page that can be filed or printed on A4: the record of {@link toEvidence}, the picture
 * of the network, and the SHA-256 of the JSON in the page. The page has no script and loads nothing; all that comes from the
 * network is escaped, and only http and https sources are links. Decision support only: not legal advice, not clearance.
 *
 * The same input always gives the same bytes. The hash needs WebCrypto, which browsers have on https and on localhost only.
 *
 * @throws InputValidationError (`invalid_input`) where a given result differs from what the report computes, a time is none, or
 * the address has a user name or password.
 * @example
 * const network = await client.entities.network(id)
 * const page = await toHtml({
 *   network,
 *   client,
 *   readAt: new Date(),
 *   computedAt: new Date(),
 *   decision: { conclusion: 'Rejected', by: 'K. Doe', reason: 'Blocked under the OFAC rule' },
 *   note: 'Onboarding, case 4711',
 * })
 * console.log(page)
 */
export async function toHtml({ maxNodes, ...options }: HtmlOptions): Promise<string> {
  const { drawPage, makeEvidence } = await import('./page/page.ts')
  return drawPage(await makeEvidence('toHtml', options), { maxNodes })
}

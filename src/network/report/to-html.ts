import { indexNetwork } from '../graph/index-network.ts'
import { toSvg } from '../picture/svg/to-svg.ts'
import { type Evidence, type EvidenceOptions, type EvidenceRecord, evidenceFor } from './evidence.ts'
import { questionOf } from './fits.ts'
import { type Html, html, trusted } from './page/html.ts'
import {
  doubtsSection,
  exposureSection,
  hitsSection,
  ownersSection,
  subjectSection,
} from './page/sections.ts'
import { style } from './page/style.ts'

/**
 * Makes a report of a screening as one HTML page that can be filed or printed on A4: the record of {@link toEvidence}, the picture
 * of the network, and the SHA-256 of the JSON in the page. The page has no script and loads nothing; all that comes from the
 * network is escaped, and only http and https sources are links. It is an aid to a decision, and no legal advice.
 *
 * The same input always gives the same bytes. The hash needs WebCrypto, which browsers have on https and on localhost only.
 *
 * @throws InputValidationError (`invalid_input`) where a result is not that of this very network, `when` is no date, or
 * the address has a user name or password.
 * @example
 * const network = await client.entities.network(id)
 * const page = await toHtml({
 *   network,
 *   exposure: exposure(network, { regime: 'eu' }),
 *   owners: beneficialOwners(network, { rule: 'amlr' }),
 *   client,
 *   when: new Date(),
 *   note: 'Onboarding, case 4711',
 * })
 * console.log(page)
 */
export async function toHtml(options: EvidenceOptions): Promise<string> {
  return drawPage(await evidenceFor('toHtml', options))
}

/** The page of evidence that is there already. */
export async function drawPage(evidence: Evidence): Promise<string> {
  return pageOf(evidence, await pictureOf(evidence.record)).markup
}

/** The picture shows what the results say: it is asked for with the same question. */
async function pictureOf({ exposure, owners, network, direction }: EvidenceRecord): Promise<Html> {
  const id = exposure?.id ?? owners?.id ?? network.rootId
  if (id === null) return html`<p>There is no picture: the entity itself is not in the network.</p>`
  const question = exposure === null ? {} : questionOf(exposure)
  const svg = await toSvg(indexNetwork(network, { direction }), { ...question, id, theme: 'light' })
  return html`<figure>${trusted(svg)}</figure>`
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

function pageOf({ record, json, sha256 }: Evidence, picture: Html): Html {
  const { subject, note, notice, exposure, owners, reasoning } = record
  const title = `Screening report: ${subject.name ?? subject.id ?? 'an entity without a name'}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
<main>
<h1><bdi>${title}</bdi></h1>
${subjectSection(record)}
${note === null ? html`` : html`<h2>Note</h2><p class="note"><bdi>${note}</bdi></p>`}
<p class="notice">${notice} No hit is no clearance, and what is unknown is not clean.</p>
<h2>Picture</h2>${picture}
${hitsSection(record)}
${exposure === null ? html`` : exposureSection(exposure, reasoning.exposure)}
${owners === null ? html`` : ownersSection(owners, reasoning.owners)}
${doubtsSection(record)}
<h2>Record</h2>
<p>All of the above, and the whole network, is in the record below. Its SHA-256 is</p>
<p><code>${sha256}</code></p>
<p>To check it, copy the text of the record, from the first brace to the last, into a file in UTF-8 without a final line break, and compute its SHA-256: <code>sha256sum record.json</code>. A hash that was kept elsewhere shows whether the record was changed.</p>
<details><summary>Record as JSON</summary><pre>${json}</pre></details>
</main>
</body>
</html>
`
}

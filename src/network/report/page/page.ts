import { buildGraph, type GraphOptions, type NetworkGraph } from '../../picture/graph.ts'
import { type GraphLayout, layOut } from '../../picture/layout.ts'
import { drawPicture, margin } from '../../picture/svg/draw.ts'
import type { Evidence, EvidenceRecord } from '../record.ts'
import { indexRecord, restoreOptions } from '../restore-options.ts'
import { type Html, html, trusted } from './html.ts'
import {
  changesSection,
  conclusionSection,
  doubtsSection,
  hitsSection,
  holdingsSection,
  ownersSection,
  reasoningSections,
  subjectSection,
  undrawnSection,
} from './sections.ts'
import { style } from './style.ts'

export { makeEvidence } from '../make-record.ts'

/** Writes the HTML page for existing evidence. */
export async function drawPage(
  evidence: Evidence,
  { maxNodes }: Pick<GraphOptions, 'maxNodes'> = {},
): Promise<string> {
  return renderPage(evidence, await renderPicture(evidence.record, maxNodes)).markup
}

/**
 * The maximum and minimum number of drawn parties, and the step by which the number is reduced until the
 * picture fits on a landscape A4 page.
 */
const [maxDrawnNodes, minDrawnNodes, step] = [30, 6, 3]
/**
 * The maximum size of a picture in pixels. A picture of this size fits on an area of 277 mm by 190 mm, with letters of at least
 * 6 points.
 */
const [maxPictureWidth, maxPictureHeight] = [1374, 800]

/** Draws the picture under the rule with the most serious verdict; null if the record has no verdict. */
async function renderPicture(record: EvidenceRecord, maxNodes?: number) {
  const [gravest] = record.sanctions.toSorted(
    (a, b) => gravity.indexOf(a.verdict) - gravity.indexOf(b.verdict),
  )
  if (gravest === undefined) return null
  const { id, regime, name } = gravest
  const { listingOf, jointArrangements, exemptCompanies, entity, screening } = restoreOptions(record)
  const assessOptions = { id, regime, listingOf, jointArrangements, exemptCompanies, entity, screening }
  const index = indexRecord(record)
  const fitPicture = async (maxNodeCount: number): Promise<{ graph: NetworkGraph; layout: GraphLayout }> => {
    const graph = buildGraph('toHtml', index, { ...assessOptions, maxNodes: maxNodeCount })
    const layout = await layOut(graph)
    const isLegible = layout.width + 2 * margin <= maxPictureWidth && layout.height <= maxPictureHeight
    return isLegible || maxNodeCount <= minDrawnNodes || maxNodes !== undefined
      ? { graph, layout }
      : fitPicture(maxNodeCount - step)
  }
  const { graph, layout } = await fitPicture(maxNodes ?? maxDrawnNodes)
  const markup = drawPicture(graph, layout, `Network of ${name ?? id}`)
  return { markup, drawnIds: new Set(graph.nodes.map(node => node.id)) }
}

const gravity = ['blocked', 'possible', 'incomplete', 'nothing_found']

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

function renderPage(
  { record, json, sha256 }: Evidence,
  picture: Awaited<ReturnType<typeof renderPicture>>,
): Html {
  const { subject, note, notice } = record
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
${conclusionSection(record)}
<p class="notice">${notice} No hits does not mean cleared, and unknown does not mean clean.</p>
${subjectSection(record)}
${note === null ? html`` : html`<h2>Note</h2><p class="note"><bdi>${note}</bdi></p>`}
${changesSection(record)}
${hitsSection(record)}
<h2>Picture</h2>
${picture === null ? html`<p>There is no picture: the entity itself is not in the network.</p>` : html`<figure>${trusted(picture.markup)}</figure>`}
${picture === null ? html`` : undrawnSection(record, picture.drawnIds)}
${holdingsSection(record)}
${reasoningSections(record)}
${ownersSection(record)}
${doubtsSection(record)}
<h2>Record</h2>
<p>All of the above, and the whole network, is in the record below. Its SHA-256 is</p>
<p><code>${sha256}</code></p>
<p>To check it, copy the text of the record, from the first brace to the last, into a file in UTF-8 without a final line break, and compute its SHA-256: <code>sha256sum record.json</code>. A hash that was kept elsewhere shows whether the record was changed; <code>verifyEvidence</code> also recomputes its results.</p>
<details><summary>Record as JSON</summary><pre>${json}</pre></details>
</main>
</body>
</html>
`
}

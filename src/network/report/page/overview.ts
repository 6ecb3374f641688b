import type { Verdict } from '../../sanctions/assess-sanctions.ts'
import { regimes } from '../../sanctions/regimes.ts'
import type { EvidenceRecord } from '../evidence.ts'
import { indexOf } from '../make-record.ts'
import { bulleted, type Html, html, sentences, tableOf } from './html.ts'

const verdicts: Readonly<Record<Verdict, string>> = {
  blocked: 'Blocked',
  possible: 'Possibly blocked',
  incomplete: 'Incomplete',
  nothing_found: 'Nothing found: no clearance',
}

/** What was decided, and the verdict under each rule with what would settle it. */
export function conclusionSection({ decision, sanctions }: EvidenceRecord): Html {
  const rows = sanctions.map(({ regime, verdict, missing }) => [
    html`${regimes[regime].name}`,
    html`<span class="result ${verdict}">${verdicts[verdict]}</span>`,
    missing.length === 0 ? html`–` : bulleted(missing.map(({ text }) => html`<bdi>${text}</bdi>`)),
  ])
  const decided =
    decision === null
      ? html`<p>No decision is recorded.</p>`
      : html`<p class="decision"><strong><bdi>${decision.conclusion}</bdi></strong></p><dl>${[
          ['Decided by', decision.by],
          ['Reason', decision.reason],
          ['Approved by', decision.approvedBy ?? '–'],
        ].map(([name = '', value = '']) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`)}</dl>`
  return html`<h2>Conclusion</h2>${decided}${
    rows.length === 0
      ? html`<p class="result incomplete">The entity itself is not in the network: nothing can be said about its owners.</p>`
      : tableOf(['Rule', 'Sanctioned owners', 'What would settle it'], rows)
  }`
}

/** Who, when, and from where. */
export function subjectSection(record: EvidenceRecord): Html {
  const { subject, entity, client, network, direction } = record
  const index = indexOf(record)
  const owner = direction === 'target_owns_source' ? 'target of the relation' : 'source of the relation'
  const rows: [string, string | number | null | undefined][] = [
    ['Identifier', subject.id],
    ['Registration number', subject.registration],
    ['Type', entity?.type],
    ['Country', entity?.countryCode],
    ['Case status', entity?.caseStatus],
    ['Risk', entity?.riskLabel ?? entity?.riskLevel],
    ['Risk score', entity?.riskScore],
    ['Last screening', subject.lastScreening ?? 'not known'],
    ['Network read at', record.readAt],
    ['Computed at', record.computedAt],
    ['Service', client.baseUrl],
    ['Client', `entity-screening-sdk${client.version === null ? '' : ` ${client.version}`}`],
    ['Network', `${index.parties.size} parties, ${network.relations.length} relations`],
    [
      'Owner of a share',
      direction === null
        ? `${owner}, as nothing else is said`
        : typeof direction === 'string'
          ? owner
          : 'by type of the relation',
    ],
    ['Relations as of', record.asOf],
    ...record.same.map((group): [string, string] => ['Merged as one party', group.join(', ')]),
  ]
  return html`<h2>Subject</h2><dl>${rows.map(([name, value]) =>
    value === null || value === undefined ? html`` : html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`,
  )}</dl>`
}

export function changesSection({ previous, changes }: EvidenceRecord): Html {
  if (previous === null) return html``
  return html`<h2>Changes since ${previous.computedAt}</h2>${
    changes.length === 0
      ? html`<p>The results, entries, owners and parties are the same.</p>`
      : sentences(changes)
  }<p>SHA-256 of the record before: <code>${previous.sha256}</code></p>`
}

export function doubtsSection({ doubts, sanctions }: EvidenceRecord): Html {
  const missing = [
    ...new Set(sanctions.flatMap(one => one.missing.map(({ text }) => `To be found out: ${text}.`))),
  ]
  const all = [...missing, ...doubts]
  return html`<h2>What is unknown or doubtful</h2>${
    all.length === 0
      ? html`<p>The network contains nothing unreadable or contradictory, and leaves no owner open that counts.</p>`
      : sentences(all)
  }`
}

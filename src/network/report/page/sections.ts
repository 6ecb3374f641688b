import { createDisplayNames } from '../../graph/namesakes.ts'
import { findUpstream } from '../../graph/upstream.ts'
import { fieldOf, type Hit, listOf, type PartyEntry, programNames } from '../../list-hits.ts'
import type { RuleSource } from '../../rule-info.ts'
import type { SanctionsVerdict } from '../../sanctions/assess-sanctions.ts'
import { formatShare } from '../../share.ts'
import { riskText } from '../changes.ts'
import type { EvidenceRecord, HitReview } from '../record.ts'
import { indexRecord } from '../restore-options.ts'
import { bulletList, definitionList, type Html, html, sourceLink, table } from './html.ts'

const verdictTexts: Readonly<Record<SanctionsVerdict, string>> = {
  blocked: 'Blocked',
  possible: 'Possibly blocked',
  incomplete: 'Incomplete',
  nothing_found: 'Nothing found: no clearance',
}

/** Writes the decision, and the verdict under each rule with the facts that would settle it. */
export function conclusionSection({ decision, reviews, hits, sanctions }: EvidenceRecord): Html {
  const rows = sanctions.map(({ regime, verdict, missing }) => [
    regime.toUpperCase(),
    html`<span class="result ${verdict}">${verdictTexts[verdict]}</span>`,
    missing.length === 0 ? '–' : bulletList(missing.map(({ text }) => text)),
  ])
  // If a record has hits but no reviews, decisions on the hits may still exist.
  const reviewsNote =
    hits.length > 0 && reviews.length === 0 ? ' Decisions about its hits were not looked up.' : ''
  return html`<h2>Conclusion</h2>${
    decision === null
      ? html`<p>No conclusion was given for this record.${reviewsNote}</p>`
      : html`<p class="decision"><strong><bdi>${decision.conclusion}</bdi></strong></p>${definitionList([
          ['Decided by', decision.by],
          ['Reason', decision.reason],
          ['Approved by', decision.approvedBy ?? '–'],
        ])}`
  }${
    rows.length === 0
      ? html`<p class="result incomplete">The entity itself is not in the network: nothing can be said about its owners.</p>`
      : table(['Rule', 'Sanctioned owners', 'What would settle it'], rows)
  }`
}

export function subjectSection(record: EvidenceRecord): Html {
  const { subject, entity, client, network, direction } = record
  return html`<h2>Subject</h2>${definitionList([
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
    ['Network', `${indexRecord(record).parties.size} parties, ${network.relations.length} relations`],
    ['Direction of shares', riskText(direction ?? 'source_owns_target (default)')],
    ['Relations as of', record.asOf],
    ...record.sameParties.map(group => ['Merged as one party', group.join(', ')] as const),
  ])}`
}

export function changesSection({ previous, changes }: EvidenceRecord): Html {
  if (previous === null) return html``
  return html`<h2>Changes since ${previous.computedAt}</h2>${
    changes.length === 0
      ? html`<p>Nothing in the record has changed except its times.</p>`
      : bulletList(changes)
  }<p>SHA-256 of the record before: <code>${previous.sha256}</code></p>`
}

const kindTexts: Readonly<Record<Hit['kind'], string>> = {
  sanctions: 'Sanctions',
  pep: 'Politically exposed person',
  adverse_media: 'Adverse media',
  unclear: 'Field about screening',
}

/** Names of the fields that may contain the date of an entry. Only the letters of names are compared. */
const dateFields =
  /^((list(ed|ing)|added|designat(ed|ion)|publi(shed|cation)|effective|start)?(on|date|at|since)|date)$/

export function hitsSection({ hits, reviews, namesakes, network }: EvidenceRecord): Html {
  const displayName = createDisplayNames(namesakes)
  const reviewOf = new Map(reviews.map(review => [review.hit.key, describeReview(review)]))
  const rows = hits.flatMap(({ key, kind, entries }) =>
    entries.map(partyEntry => [
      displayName(partyEntry.party),
      kindTexts[kind],
      ...entryCells(partyEntry),
      ...(reviews.length === 0 ? [] : [reviewOf.get(key) ?? '–']),
    ]),
  )
  const reviewHeading = reviews.length === 0 ? [] : ['Decision']
  const risks = network.nodes.flatMap(node => node.risks.map(risk => [displayName(node), riskText(risk)]))
  return html`<h2>Hits</h2>${
    hits.length === 0
      ? html`<p>The network shows no entry against anyone. No hit is no clearance.</p>`
      : table(['Party', 'Kind', 'Entry', 'Programme', 'List', 'Date', 'Sources', ...reviewHeading], rows)
  }${risks.length === 0 ? html`` : html`<h3>Risk factors</h3>${table(['Party', 'Risk factor'], risks)}`}`
}

/** The cells of an entry in the table of hits: the entry, its programme, list, date and sources. */
function entryCells({ entry, unclear }: PartyEntry): (string | Html)[] {
  const position = entry !== null && 'position' in entry ? entry.position : null
  return [
    entry?.isReadable
      ? [entry.name, position].filter(Boolean).join(', ') || 'without a name'
      : `cannot be read: treat it as a hit${unclear === null ? '' : ` (${JSON.stringify(unclear)})`}`,
    (entry && fieldOf(entry, programNames)) ?? '–',
    (entry && listOf(entry)) ?? '–',
    (entry && fieldOf(entry, dateFields)) ?? '–',
    entry === null || entry.sources.length === 0 ? 'none given' : bulletList(entry.sources.map(sourceLink)),
  ]
}

function describeReview({ state, decision }: HitReview): string {
  if (decision === null) return state
  const { verdict, by, approvedBy, until, reason } = decision
  const deciders = approvedBy === null ? by : `${by}, approved by ${approvedBy}`
  return `${state}: ${verdict.replace('_', ' ')}${until === null ? '' : ` until ${until}`} (${deciders}): ${reason}`
}

export function undrawnSection(record: EvidenceRecord, drawnIds: ReadonlySet<string>): Html {
  const displayName = createDisplayNames(record.namesakes)
  const undrawnParties = [...indexRecord(record).parties.values()].filter(({ id }) => !drawnIds.has(id))
  const rows = undrawnParties.map(party => {
    const states = party.nodes.map(({ hitStatus }) => hitStatus)
    const hits = states.includes('hit') ? 'yes' : states.includes('unclear') ? 'unclear' : '–'
    const country = party.nodes.find(node => node.countryCode)?.countryCode
    return [displayName(party), party.type ?? 'not known', country ?? '–', hits]
  })
  if (rows.length === 0) return html``
  return html`<h3>Parties that are not in the picture</h3>${table(['Party', 'Type', 'Country', 'Hits'], rows)}`
}

/** Writes the holdings of the entity's direct and indirect owners, and the chains of its ultimate owners. */
export function holdingsSection(record: EvidenceRecord): Html {
  const { ownership, namesakes } = record
  if (ownership === null) return html``
  const index = indexRecord(record)
  const displayName = createDisplayNames(namesakes, index.parties.values())
  const nameOf = (id: string) => (id === '' ? 'not named' : displayName(id))
  const companies = [ownership.id, ...findUpstream(index, ownership.id)]
  const rows = (['shares', 'votes'] as const).flatMap(of =>
    companies.flatMap(company =>
      (index[of].ofCompany.get(company) ?? []).map(({ owner, share }) => [
        nameOf(owner),
        nameOf(company),
        formatShare(share),
        of,
      ]),
    ),
  )
  if (rows.length === 0) return html`<h2>Holdings</h2><p>The network names no owner.</p>`
  const chains = ownership.owners
    .filter(({ isUltimate }) => isUltimate)
    .map(owner => [
      displayName(owner),
      formatShare(owner.effective),
      bulletList(
        owner.paths.map(({ ids, share }) => `${ids.map(nameOf).join(' → ')} (${formatShare(share)})`),
      ),
    ])
  return html`<h2>Holdings</h2>${table(['Owner', 'Company', 'Share', 'Of'], rows)}
<h3>Chains of the ultimate owners</h3>${table(['Owner', 'Owns in all', 'Chain'], chains)}`
}

/** Writes the explanation of each verdict, and the sources of its rule. */
export function reasoningSections({ sanctions, reasoning }: EvidenceRecord): Html[] {
  return sanctions.map(
    ({ regime, sources }, position) =>
      html`<h2>Sanctioned owners (${regime.toUpperCase()})</h2>${bulletList(reasoning.sanctions[position] ?? [])}${sourcesOf(sources)}`,
  )
}

export function ownersSection({ owners: beneficialOwners, reasoning }: EvidenceRecord): Html {
  if (beneficialOwners === null) return html``
  const { owners, rule, sources, namesakes } = beneficialOwners
  const displayName = createDisplayNames(namesakes)
  const rows = owners.map(owner => [
    displayName(owner),
    owner.isCertain ? 'certain' : 'possible',
    owner.by.join(', '),
    formatShare(owner.effective),
  ])
  return html`<h2>Beneficial owners (${rule.toUpperCase()})</h2>${
    owners.length === 0
      ? html`<p class="result">The network shows none. There may be others.</p>`
      : table(['Owner', 'Standing', 'By', 'Owns'], rows)
  }${bulletList(reasoning.owners)}${sourcesOf(sources)}`
}

function sourcesOf(sources: readonly RuleSource[]): Html {
  const items = sources.map(
    ({ title, date, url }) => html`${title}${date === null ? '' : ` (${date})`}: ${sourceLink(url)}`,
  )
  return html`<p>Sources of the rule:</p>${bulletList(items)}`
}

export function doubtsSection({ doubts, sanctions }: EvidenceRecord): Html {
  const missing = sanctions.flatMap(assessment =>
    assessment.missing.map(({ text }) => `To be found out: ${text}.`),
  )
  const doubtTexts = [...new Set(missing), ...doubts]
  return html`<h2>What is unknown or doubtful</h2>${
    doubtTexts.length === 0
      ? html`<p>The network contains nothing unreadable or contradictory, and leaves no owner open that counts.</p>`
      : bulletList(doubtTexts)
  }`
}

import { callerFor } from '../../graph/namesakes.ts'
import { partiesAbove } from '../../graph/reach.ts'
import { percent } from '../../graph/share.ts'
import type { Verdict } from '../../sanctions/assess-sanctions.ts'
import { regimes } from '../../sanctions/regimes.ts'
import type { RuleSource } from '../../sources.ts'
import type { EvidenceRecord } from '../evidence.ts'
import type { EvidenceHit } from '../hits.ts'
import { indexOf } from '../make-record.ts'
import { bulleted, definitions, type Html, html, sourceLink, tableOf } from './html.ts'

const verdicts: Readonly<Record<Verdict, string>> = {
  blocked: 'Blocked',
  possible: 'Possibly blocked',
  incomplete: 'Incomplete',
  nothing_found: 'Nothing found: no clearance',
}

/** What was decided, and the verdict under each rule with what would settle it. */
export function conclusionSection({ decision, sanctions }: EvidenceRecord): Html {
  const rows = sanctions.map(({ regime, verdict, missing }) => [
    regimes[regime].name,
    html`<span class="result ${verdict}">${verdicts[verdict]}</span>`,
    missing.length === 0 ? '–' : bulleted(missing.map(({ text }) => text)),
  ])
  return html`<h2>Conclusion</h2>${
    decision === null
      ? html`<p>No decision is recorded.</p>`
      : html`<p class="decision"><strong><bdi>${decision.conclusion}</bdi></strong></p>${definitions([
          ['Decided by', decision.by],
          ['Reason', decision.reason],
          ['Approved by', decision.approvedBy ?? '–'],
        ])}`
  }${
    rows.length === 0
      ? html`<p class="result incomplete">The entity itself is not in the network: nothing can be said about its owners.</p>`
      : tableOf(['Rule', 'Sanctioned owners', 'What would settle it'], rows)
  }`
}

/** Who, when, and from where. */
export function subjectSection(record: EvidenceRecord): Html {
  const { subject, entity, client, network, direction } = record
  const end = direction === 'target_owns_source' ? 'target of the relation' : 'source of the relation'
  const byType = direction !== null && typeof direction === 'object'
  return html`<h2>Subject</h2>${definitions([
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
    ['Network', `${indexOf(record).parties.size} parties, ${network.relations.length} relations`],
    [
      'Owner of a share',
      byType ? 'by type of the relation' : direction === null ? `${end}, as nothing else is said` : end,
    ],
    ['Relations as of', record.asOf],
    ...record.same.map(group => ['Merged as one party', group.join(', ')] as const),
  ])}`
}

export function changesSection({ previous, changes }: EvidenceRecord): Html {
  if (previous === null) return html``
  return html`<h2>Changes since ${previous.computedAt}</h2>${
    changes.length === 0
      ? html`<p>The results, entries, owners and parties are the same.</p>`
      : bulleted(changes)
  }<p>SHA-256 of the record before: <code>${previous.sha256}</code></p>`
}

const kinds: Readonly<Record<EvidenceHit['kind'], string>> = {
  sanctions: 'Sanctions',
  pep: 'Politically exposed person',
  adverse_media: 'Adverse media',
  risk: 'Risk factor',
}

export function hitsSection({ hits, namesakes }: EvidenceRecord): Html {
  const call = callerFor(namesakes)
  const rows = hits.map(({ kind, entry, position, program, list, date, sources, isReadable, ...party }) => [
    call(party),
    kinds[kind],
    isReadable
      ? [entry, position].filter(part => part !== null).join(', ') || 'without a name'
      : 'cannot be read: treat it as a hit',
    ...[program, list, date].map(value => value ?? '–'),
    sources.length === 0 ? 'none given' : bulleted(sources.map(sourceLink)),
  ])
  return html`<h2>Hits</h2>${
    hits.length === 0
      ? html`<p>The network shows no entry against anyone. No hit is no clearance.</p>`
      : tableOf(['Party', 'Kind', 'Entry', 'Programme', 'List', 'Date', 'Sources'], rows)
  }`
}

/** The parties that the picture does not show. */
export function restSection(record: EvidenceRecord, drawn: ReadonlySet<string>): Html {
  const call = callerFor(record.namesakes)
  const rest = [...indexOf(record).parties.values()].filter(({ id }) => !drawn.has(id))
  const rows = rest.map(party => {
    const states = party.nodes.map(({ hitStatus }) => hitStatus)
    const hits = states.includes('hit') ? 'yes' : states.includes('unclear') ? 'unclear' : '–'
    const country = party.nodes.find(node => node.countryCode)?.countryCode
    return [call(party), party.type ?? 'not known', country ?? '–', hits]
  })
  if (rows.length === 0) return html``
  return html`<h3>Parties that are not in the picture</h3>${tableOf(['Party', 'Type', 'Country', 'Hits'], rows)}`
}

/** Who holds what on the way up, and by which chains the ultimate owners own. */
export function holdingsSection(record: EvidenceRecord): Html {
  const { ownership, namesakes } = record
  if (ownership === null) return html``
  const index = indexOf(record)
  const call = callerFor(namesakes)
  const nameOf = (id: string) =>
    id === '' ? 'not named' : call({ id, name: index.parties.get(id)?.name ?? null })
  const companies = [ownership.id, ...partiesAbove(index, ownership.id)]
  const rows = (['shares', 'votes'] as const).flatMap(of =>
    companies.flatMap(company =>
      (index[of].ofCompany.get(company) ?? []).map(({ owner, share }) => [
        nameOf(owner),
        nameOf(company),
        percent(share),
        of,
      ]),
    ),
  )
  if (rows.length === 0) return html`<h2>Holdings</h2><p>The network names no owner.</p>`
  const chains = ownership.owners
    .filter(({ isUltimate }) => isUltimate)
    .map(owner => [
      call(owner),
      percent(owner.effective),
      bulleted(owner.paths.map(({ ids, share }) => `${ids.map(nameOf).join(' → ')} (${percent(share)})`)),
    ])
  return html`<h2>Holdings</h2>${tableOf(['Owner', 'Company', 'Share', 'Of'], rows)}
<h3>Chains of the ultimate owners</h3>${tableOf(['Owner', 'Owns in all', 'Chain'], chains)}`
}

/** The reasons for each verdict, and the rules. */
export function reasoningSections({ sanctions, reasoning }: EvidenceRecord): Html[] {
  return sanctions.map(
    ({ regime, sources }, at) =>
      html`<h2>Sanctioned owners (${regimes[regime].name})</h2>${bulleted(reasoning.sanctions[at] ?? [])}${rules(sources)}`,
  )
}

export function ownersSection({ owners: result, reasoning }: EvidenceRecord): Html {
  if (result === null) return html``
  const { owners, rule, sources, namesakes } = result
  const call = callerFor(namesakes)
  const rows = owners.map(owner => [
    call(owner),
    owner.isCertain ? 'certain' : 'possible',
    owner.by.join(', '),
    percent(owner.effective),
  ])
  return html`<h2>Beneficial owners (${rule.toUpperCase()})</h2>${
    owners.length === 0
      ? html`<p class="result">The network shows none. There may be others.</p>`
      : tableOf(['Owner', 'Standing', 'By', 'Owns'], rows)
  }${bulleted(reasoning.owners)}${rules(sources)}`
}

function rules(sources: readonly RuleSource[]): Html {
  const items = sources.map(
    ({ title, date, url }) => html`${title}${date === null ? '' : ` (${date})`}: ${sourceLink(url)}`,
  )
  return html`<p>Sources of the rule:</p>${bulleted(items)}`
}

export function doubtsSection({ doubts, sanctions }: EvidenceRecord): Html {
  const missing = sanctions.flatMap(one => one.missing.map(({ text }) => `To be found out: ${text}.`))
  const all = [...new Set(missing), ...doubts]
  return html`<h2>What is unknown or doubtful</h2>${
    all.length === 0
      ? html`<p>The network contains nothing unreadable or contradictory, and leaves no owner open that counts.</p>`
      : bulleted(all)
  }`
}

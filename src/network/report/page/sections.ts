import { callerFor } from '../../graph/namesakes.ts'
import { partiesAbove } from '../../graph/reach.ts'
import { percent } from '../../graph/share.ts'
import { fieldOf, type Hit, lists, programs } from '../../hits.ts'
import type { Verdict } from '../../sanctions/assess-sanctions.ts'
import type { RuleSource } from '../../sources.ts'
import { textOf } from '../changes.ts'
import type { EvidenceRecord, HitReview } from '../evidence.ts'
import { indexOf } from '../make-record.ts'
import { bulleted, definitions, type Html, html, sourceLink, tableOf } from './html.ts'

const verdicts: Readonly<Record<Verdict, string>> = {
  blocked: 'Blocked',
  possible: 'Possibly blocked',
  incomplete: 'Incomplete',
  nothing_found: 'Nothing found: no clearance',
}

/** What was decided, and the verdict under each rule with what would settle it. */
export function conclusionSection({ decision, reviews, hits, sanctions }: EvidenceRecord): Html {
  const rows = sanctions.map(({ regime, verdict, missing }) => [
    regime.toUpperCase(),
    html`<span class="result ${verdict}">${verdicts[verdict]}</span>`,
    missing.length === 0 ? '–' : bulleted(missing.map(({ text }) => text)),
  ])
  // Without reviews, nothing says whether somebody has decided.
  const unseen =
    hits.length > 0 && reviews.length === 0 ? ' Decisions about its hits were not looked up.' : ''
  return html`<h2>Conclusion</h2>${
    decision === null
      ? html`<p>No conclusion was given for this record.${unseen}</p>`
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

export function subjectSection(record: EvidenceRecord): Html {
  const { subject, entity, client, network, direction } = record
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
    ['Direction of shares', textOf(direction ?? 'source_owns_target, as nothing else is said')],
    ['Relations as of', record.asOf],
    ...record.same.map(group => ['Merged as one party', group.join(', ')] as const),
  ])}`
}

export function changesSection({ previous, changes }: EvidenceRecord): Html {
  if (previous === null) return html``
  return html`<h2>Changes since ${previous.computedAt}</h2>${
    changes.length === 0
      ? html`<p>Nothing in the record has changed except its times.</p>`
      : bulleted(changes)
  }<p>SHA-256 of the record before: <code>${previous.sha256}</code></p>`
}

const kinds: Readonly<Record<Hit['kind'], string>> = {
  sanctions: 'Sanctions',
  pep: 'Politically exposed person',
  adverse_media: 'Adverse media',
  unclear: 'Field about screening',
}

/** When an entry was made, by the letters of the field. */
const dates =
  /^((list(ed|ing)|added|designat(ed|ion)|publi(shed|cation)|effective|start)?(on|date|at|since)|date)$/

export function hitsSection({ hits, reviews, namesakes, network }: EvidenceRecord): Html {
  const call = callerFor(namesakes)
  const reviewOf = new Map(reviews.map(review => [review.hit.key, wordsOf(review)]))
  const rows = hits.map(({ key, party, kind, entry, unclear, isReadable }) => [
    call(party),
    kinds[kind],
    isReadable
      ? [entry?.name, entry !== null && 'position' in entry ? entry.position : null]
          .filter(Boolean)
          .join(', ') || 'without a name'
      : `cannot be read: treat it as a hit${unclear === null ? '' : ` (${JSON.stringify(unclear)})`}`,
    ...[programs, lists, dates].map(names => (entry === null ? null : fieldOf(entry, names)) ?? '–'),
    entry === null || entry.sources.length === 0 ? 'none given' : bulleted(entry.sources.map(sourceLink)),
    ...(reviews.length === 0 ? [] : [reviewOf.get(key) ?? '–']),
  ])
  const decided = reviews.length === 0 ? [] : ['Decision']
  const risks = network.nodes.flatMap(node => node.risks.map(risk => [call(node), textOf(risk)]))
  return html`<h2>Hits</h2>${
    hits.length === 0
      ? html`<p>The network shows no entry against anyone. No hit is no clearance.</p>`
      : tableOf(['Party', 'Kind', 'Entry', 'Programme', 'List', 'Date', 'Sources', ...decided], rows)
  }${risks.length === 0 ? html`` : html`<h3>Risk factors</h3>${tableOf(['Party', 'Risk factor'], risks)}`}`
}

function wordsOf({ state, decision }: HitReview): string {
  if (decision === null) return state
  const { verdict, by, approvedBy, until, reason } = decision
  const who = approvedBy === null ? by : `${by}, approved by ${approvedBy}`
  return `${state}: ${verdict.replace('_', ' ')}${until === null ? '' : ` until ${until}`} (${who}): ${reason}`
}

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
  const call = callerFor(namesakes, index.parties.values())
  const nameOf = (id: string) => (id === '' ? 'not named' : call(id))
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
      html`<h2>Sanctioned owners (${regime.toUpperCase()})</h2>${bulleted(reasoning.sanctions[at] ?? [])}${rules(sources)}`,
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

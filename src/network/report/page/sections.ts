import type { BeneficialOwners } from '../../beneficial/beneficial-owners.ts'
import { callerFor } from '../../graph/namesakes.ts'
import { partiesAbove } from '../../graph/reach.ts'
import { percent } from '../../graph/share.ts'
import type { NetworkGraph } from '../../picture/graph.ts'
import type { SanctionsAssessment } from '../../sanctions/assess-sanctions.ts'
import { regimes } from '../../sanctions/regimes.ts'
import type { RuleSource } from '../../sources.ts'
import type { EvidenceRecord } from '../evidence.ts'
import type { EvidenceHit } from '../hits.ts'
import { indexOf } from '../make-record.ts'
import { bulleted, type Html, html, sentences, sourceLink, tableOf } from './html.ts'

/** A page of thousands of rows is not read: the record has them all. */
const mostRows = 300

const kinds: Readonly<Record<EvidenceHit['kind'], string>> = {
  sanctions: 'Sanctions',
  pep: 'Politically exposed person',
  adverse_media: 'Adverse media',
  risk: 'Risk factor',
}

export function hitsSection({ hits, namesakes }: EvidenceRecord): Html {
  const call = callerFor(namesakes)
  const rows = hits.map(({ kind, entry, position, program, list, date, sources, isReadable, ...party }) => {
    const text = [entry, position].filter(part => part !== null).join(', ') || 'without a name'
    return [
      html`<bdi>${call(party)}</bdi>`,
      html`${kinds[kind]}`,
      html`<bdi>${isReadable ? text : 'cannot be read: treat it as a hit'}</bdi>`,
      ...[program, list, date].map(value => html`<bdi>${value ?? '–'}</bdi>`),
      sources.length === 0 ? html`none given` : bulleted(sources.map(sourceLink)),
    ]
  })
  return html`<h2>Hits</h2>${
    hits.length === 0
      ? html`<p>The network shows no entry against anyone. No hit is no clearance.</p>`
      : limited(['Party', 'Kind', 'Entry', 'Programme', 'List', 'Date', 'Sources'], rows)
  }`
}

/** The parties that the picture does not show. */
export function restSection(record: EvidenceRecord, { nodes }: NetworkGraph): Html {
  const drawn = new Set(nodes.map(({ id }) => id))
  const call = callerFor(record.namesakes)
  const rest = [...indexOf(record).parties.values()].filter(({ id }) => !drawn.has(id))
  const rows = rest.map(party => [
    html`<bdi>${call(party)}</bdi>`,
    html`<bdi>${party.type ?? 'not known'}</bdi>`,
    html`<bdi>${party.nodes.find(node => node.countryCode)?.countryCode ?? '–'}</bdi>`,
    html`${party.nodes.some(node => node.hitStatus === 'hit') ? 'yes' : party.nodes.some(node => node.hitStatus === 'unclear') ? 'unclear' : '–'}`,
  ])
  if (rows.length === 0) return html``
  return html`<h3>Parties that are not in the picture</h3>${limited(['Party', 'Type', 'Country', 'Hits'], rows)}`
}

/** Who holds what on the way up, and by which chains the ultimate owners own. */
export function holdingsSection(record: EvidenceRecord): Html {
  const { ownership, namesakes } = record
  if (ownership === null) return html``
  const index = indexOf(record)
  const call = callerFor(namesakes)
  const nameOf = (id: string) => call({ id, name: index.parties.get(id)?.name ?? null })
  const companies = [ownership.id, ...partiesAbove(index, ownership.id)]
  const held = (['shares', 'votes'] as const).flatMap(of =>
    companies.flatMap(company =>
      (index[of].ofCompany.get(company) ?? []).map(holding => ({ ...holding, of })),
    ),
  )
  const rows = held.map(({ owner, company, share, of }) => [
    html`<bdi>${owner === '' ? 'not named' : nameOf(owner)}</bdi>`,
    html`<bdi>${nameOf(company)}</bdi>`,
    html`${percent(share)}`,
    html`${of}`,
  ])
  const owners = ownership.owners.filter(({ isUltimate }) => isUltimate)
  const chains = owners.map(owner => [
    html`<bdi>${call(owner)}</bdi>`,
    html`${percent(owner.effective)}`,
    bulleted(
      owner.paths.map(
        ({ ids, share }) => html`<bdi>${ids.map(nameOf).join(' → ')}</bdi> (${percent(share)})`,
      ),
    ),
  ])
  return html`<h2>Holdings</h2>${
    rows.length === 0
      ? html`<p>The network names no owner.</p>`
      : html`${limited(['Owner', 'Company', 'Share', 'Of'], rows)}<h3>Chains of the ultimate owners</h3>${limited(['Owner', 'Owns in all', 'Chain'], chains)}`
  }`
}

export function sanctionsSection(
  { regime, sources }: SanctionsAssessment,
  reasoning: readonly string[],
): Html {
  return html`<h2>Sanctioned owners (${regimes[regime].name})</h2>${sentences(reasoning)}${rules(sources)}`
}

export function ownersSection(result: BeneficialOwners, reasoning: readonly string[]): Html {
  const { owners, rule, sources, namesakes } = result
  const call = callerFor(namesakes)
  const rows = owners.map(owner => [
    html`<bdi>${call(owner)}</bdi>`,
    html`${owner.isCertain ? 'certain' : 'possible'}`,
    html`${owner.by.join(', ')}`,
    html`${percent(owner.effective)}`,
  ])
  return html`<h2>Beneficial owners (${rule.toUpperCase()})</h2>${
    owners.length === 0
      ? html`<p class="result">The network shows none. There may be others.</p>`
      : limited(['Owner', 'Standing', 'By', 'Owns'], rows)
  }${sentences(reasoning)}${rules(sources)}`
}

function limited(headings: readonly string[], rows: readonly (readonly Html[])[]): Html {
  const more = rows.length - mostRows
  return html`${tableOf(headings, rows.slice(0, mostRows))}${more > 0 ? html`<p>${more} more are in the record.</p>` : html``}`
}

function rules(sources: readonly RuleSource[]): Html {
  return html`<p>Sources of the rule:</p>${bulleted(
    sources.map(
      ({ title, date, url }) => html`${title}${date === null ? '' : ` (${date})`}: ${sourceLink(url)}`,
    ),
  )}`
}

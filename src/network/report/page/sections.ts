import type { BeneficialOwner, BeneficialOwners } from '../../beneficial/beneficial-owners.ts'
import type { Exposure } from '../../exposure/exposure.ts'
import { regimes } from '../../exposure/regimes.ts'
import { callerFor } from '../../graph/namesakes.ts'
import { percent } from '../../graph/share.ts'
import type { RuleSource } from '../../sources.ts'
import type { EvidenceRecord } from '../evidence.ts'
import type { EvidenceHit } from '../hits.ts'
import { type Html, html, listOf, sourceLink, tableOf } from './html.ts'

/** Who, when, and from where. */
export function subjectSection(record: EvidenceRecord): Html {
  const { subject, entity, when, client, network } = record
  const rows: [string, string | number | null | undefined][] = [
    ['Identifier', subject.id],
    ['Type', entity?.type],
    ['Country', entity?.countryCode],
    ['Registration', entity?.registration],
    ['Case status', entity?.caseStatus],
    ['Risk', entity?.riskLabel ?? entity?.riskLevel],
    ['Risk score', entity?.riskScore],
    ['Read at', when],
    ['Service', client.baseUrl],
    ['Client', `entity-screening-sdk${client.version === null ? '' : ` ${client.version}`}`],
    ['Network', `${network.nodes.length} parties, ${network.relations.length} relations`],
    ['Owner of a share', record.direction === 'source_owns_target' ? 'source of the relation' : 'its target'],
  ]
  return html`<dl>${rows.map(([name, value]) =>
    value === null || value === undefined ? html`` : html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`,
  )}</dl>`
}

const kinds: Readonly<Record<EvidenceHit['kind'], string>> = {
  sanctions: 'Sanctions',
  pep: 'Politically exposed person',
  adverse_media: 'Adverse media',
  risk: 'Risk factor',
}

export function hitsSection({ hits, namesakes }: EvidenceRecord): Html {
  const call = callerFor(namesakes)
  const rows = hits.map(({ id, name, kind, entry, position, sources, isUnreadable }) => {
    const text = [entry, position].filter(part => part !== null).join(', ') || 'without a name'
    return [
      html`<bdi>${call({ id, name })}</bdi>`,
      html`${kinds[kind]}`,
      html`<bdi>${isUnreadable ? 'could not be read: treat it as a hit' : text}</bdi>`,
      sources.length === 0 ? html`none given` : listOf(sources.map(sourceLink)),
    ]
  })
  return html`<h2>Hits</h2>${
    hits.length === 0
      ? html`<p>The network shows no entry against anyone. No hit is no clearance.</p>`
      : tableOf(['Party', 'Kind', 'Entry', 'Sources'], rows)
  }`
}

const standings: Readonly<Record<Exposure['root'], string>> = {
  blocked: 'Blocked',
  possible: 'Possibly blocked',
  clear: 'No blocked owner in the network. This is no clearance.',
}

export function exposureSection(exposure: Exposure, reasoning: readonly string[]): Html {
  const { root, regime, sources } = exposure
  return html`<h2>Blocked owners (${regimes[regime].name})</h2><p class="result ${root}">${standings[root]}</p>${sentences(
    reasoning,
  )}${rules(sources)}`
}

export function ownersSection(result: BeneficialOwners, reasoning: readonly string[]): Html {
  const { owners, rule, sources, namesakes } = result
  const call = callerFor(namesakes)
  return html`<h2>Beneficial owners (${rule.toUpperCase()})</h2>${
    owners.length === 0
      ? html`<p class="result">The network shows none. There may be others.</p>`
      : tableOf(
          ['Owner', 'Standing', 'By', 'Owns'],
          owners.map(owner => ownerCells(call(owner), owner)),
        )
  }${sentences(reasoning)}${rules(sources)}`
}

function ownerCells(name: string, { certain, by, effective }: BeneficialOwner): Html[] {
  return [
    html`<bdi>${name}</bdi>`,
    html`${certain ? 'certain' : 'possible'}`,
    html`${by.join(', ')}`,
    html`${percent(effective)}`,
  ]
}

export function doubtsSection({ doubts }: EvidenceRecord): Html {
  return html`<h2>Doubts</h2>${
    doubts.length === 0
      ? html`<p>Nothing in the network is unreadable, missing or contradictory. It may still be incomplete.</p>`
      : sentences(doubts)
  }`
}

function sentences(texts: readonly string[]): Html {
  return listOf(texts.map(text => html`<bdi>${text}</bdi>`))
}

function rules(sources: readonly RuleSource[]): Html {
  return html`<p>Sources of the rule:</p>${listOf(
    sources.map(
      ({ title, date, url }) => html`${title}${date === null ? '' : ` (${date})`}: ${sourceLink(url)}`,
    ),
  )}`
}

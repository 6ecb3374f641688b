import type { NodeBody } from '../dialects/bodies.ts'
import { pick } from '../state/identifiers.ts'
import type { Evidence } from './matching/match.ts'
import type { Party } from './party.ts'
import { classificationCodes } from './universe/industries.ts'

export const registry = 'https://registry.example'

const listingDays = ['2014-07-31', '2018-04-06', '2022-03-01', '2023-06-23'] as const
const reportDays = ['2021-11-03', '2023-02-20', '2024-06-15'] as const

interface Standing {
  readonly id: string
  readonly riskScore: number
  /** Why the entity matches this party; null for all nodes but the root. */
  readonly evidence: Evidence | null
}

/** A party as a node of a network (specification: Network, node object fields). */
export function nodeOf(party: Party, { id, riskScore, evidence }: Standing): NodeBody {
  const source = `${registry}/${party.type}/${id}`
  const isOrganization = party.type === 'organization'
  return {
    id,
    name: party.name,
    full_name: party.name,
    type: party.type,
    node_type: isOrganization ? 'Entity' : 'Person',
    ...(party.countryCode ? { country_code: party.countryCode } : {}),
    ...(isOrganization ? organizationFields(party) : {}),
    // "YYYY-MM-DD" (specification: birth_date): a date that is known in part is not shown.
    ...(party.birthDate?.length === 10 ? { birth_date: party.birthDate } : {}),
    ...(party.alternativeNames?.length ? { alternative_names: [...party.alternativeNames] } : {}),
    ...hitsOf(party, source, evidence),
    calculatedRiskScore: riskScore,
    sources: [source],
    risks: risksOf(party),
  }
}

/** Nothing that a screening decides: an empty list, or a score, would pass for a result. */
export function unscreenedNodeOf(party: Party, id: string): NodeBody {
  const screened = nodeOf(party, { id, riskScore: 0, evidence: null })
  const {
    pep: _,
    sanctions: __,
    adverse_media: ___,
    risks: ____,
    calculatedRiskScore: _____,
    ...node
  } = screened
  return node
}

/** Entries of the root say how sure it is that they are about the entity: likeness is not risk. */
function hitsOf(
  { key, name, pep, sanctions, adverseMedia }: Party,
  source: string,
  evidence: Evidence | null,
): Pick<NodeBody, 'pep' | 'sanctions' | 'adverse_media'> {
  const match = evidence && { match: { score: evidence.score, reasons: [...evidence.reasons] } }
  const entry = (kind: string, more: Readonly<Record<string, string>>) => [
    { name, ...more, sources: [`${source}/${kind}`], ...match },
  ]
  return {
    pep: pep ? entry('offices', { position: pep }) : [],
    sanctions: sanctions
      ? entry('sanctions', { program: sanctions, listed_on: pick(listingDays, 'listed', key) })
      : [],
    adverse_media: adverseMedia
      ? entry('news', { headline: adverseMedia, published_on: pick(reportDays, 'published', key) })
      : [],
  }
}

/** An organization that only has a name stays without a size and an industry. */
function organizationFields(party: Party): Partial<NodeBody> {
  return {
    ...(party.registration ? { registration_number: party.registration } : {}),
    ...(party.branchOffices?.length ? { branch_offices: [...party.branchOffices] } : {}),
    ...(party.industry
      ? {
          industry: [party.industry],
          industry_classification_codes: classificationCodes(party.industry, party.countryCode),
          size: pick(['Small', 'Medium', 'Large'], 'size', party.name),
        }
      : {}),
  }
}

function risksOf({ sanctions, pep, adverseMedia }: Party): string[] {
  const risks = { Sanctions: sanctions, 'Political exposure': pep, 'Adverse media': adverseMedia }
  return Object.entries(risks).flatMap(([risk, found]) => (found ? [risk] : []))
}

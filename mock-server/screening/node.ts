import type { NodeBody } from '../dialects/network-body.ts'
import { pick } from '../state/identifiers.ts'
import type { MatchEvidence } from './matching/match.ts'
import type { ScreeningParty } from './party.ts'
import { classificationCodes } from './universe/industries.ts'

export const registry = 'https://registry.example'

const listingDays = ['2014-07-31', '2018-04-06', '2022-03-01', '2023-06-23'] as const
const reportDays = ['2021-11-03', '2023-02-20', '2024-06-15'] as const

interface NodeContext {
  readonly id: string
  readonly riskScore: number
  /** The reasons why the entity matches the party; null unless the node is the root. */
  readonly evidence: MatchEvidence | null
}

/** Converts a party to a node of a network. */
export function toNodeBody(party: ScreeningParty, { id, riskScore, evidence }: NodeContext): NodeBody {
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
    // The field accepts only a complete date, so a partial date is left out.
    ...(party.birthDate?.length === 10 ? { birth_date: party.birthDate } : {}),
    ...(party.alternativeNames?.length ? { alternative_names: [...party.alternativeNames] } : {}),
    ...toHitLists(party, source, evidence),
    calculatedRiskScore: riskScore,
    sources: [source],
    risks: listRisks(party),
  }
}

/**
 * Converts a party to a node without the fields that a screening fills in, because an empty list or a score would look like a
 * result of the screening.
 */
export function toUnscreenedNodeBody(party: ScreeningParty, id: string): NodeBody {
  const nodeWithResults = toNodeBody(party, { id, riskScore: 0, evidence: null })
  const {
    pep: _,
    sanctions: __,
    adverse_media: ___,
    risks: ____,
    calculatedRiskScore: _____,
    ...node
  } = nodeWithResults
  return node
}

/** Returns the lists of hits of a node. The hits of the root also have the score of the match, which is not a risk score. */
function toHitLists(
  { key, name, pep, sanctions, adverseMedia }: ScreeningParty,
  source: string,
  evidence: MatchEvidence | null,
): Pick<NodeBody, 'pep' | 'sanctions' | 'adverse_media'> {
  const match = evidence && { match: { score: evidence.score, reasons: [...evidence.reasons] } }
  const listEntry = (kind: string, details: Readonly<Record<string, string>>) => [
    { name, ...details, sources: [`${source}/${kind}`], ...match },
  ]
  return {
    pep: pep ? listEntry('offices', { position: pep }) : [],
    sanctions: sanctions
      ? listEntry('sanctions', { program: sanctions, listed_on: pick(listingDays, 'listed', key) })
      : [],
    adverse_media: adverseMedia
      ? listEntry('news', { headline: adverseMedia, published_on: pick(reportDays, 'published', key) })
      : [],
  }
}

/** Returns the fields that only organizations have. An organization without a known industry has no size. */
function organizationFields(party: ScreeningParty): Partial<NodeBody> {
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

function listRisks({ sanctions, pep, adverseMedia }: ScreeningParty): string[] {
  const risks = { Sanctions: sanctions, 'Political exposure': pep, 'Adverse media': adverseMedia }
  return Object.entries(risks).flatMap(([risk, hit]) => (hit ? [risk] : []))
}

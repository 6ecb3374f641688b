/**
 * Questions about a network: who ultimately owns a company, who controls it, who its beneficial owners are, and whether sanctioned
 * parties block it, under the rules of OFAC, the European Union and the United Kingdom. It computes from what the network
 * shows, sends no requests, and runs wherever the client does. Decision support only: not legal advice, not clearance.
 *
 * @module entity-screening-sdk/network
 */

export {
  type BeneficialOwner,
  type BeneficialOwners,
  type BeneficialOwnersOptions,
  beneficialOwners,
} from './beneficial/beneficial-owners.ts'
export type { BeneficialOwnerRule } from './beneficial/rules.ts'
export type { SeniorManager } from './beneficial/senior-managers.ts'
export type { UnlistedOwners } from './beneficial/unlisted.ts'
export { type ControlOptions, companiesControlledBy } from './control/companies-controlled-by.ts'
export { explain } from './explain.ts'
export type {
  DataIssue,
  DataIssueFacts,
  Holds,
  PartyNames,
} from './graph/data-issues.ts'
export { type Holdings, indexNetwork, type NetworkIndex } from './graph/index-network.ts'
export type { Namesake } from './graph/namesakes.ts'
export type { NetworkParty } from './graph/parties.ts'
export type { Direction, Directions, IndexOptions, NetworkReading } from './graph/reading.ts'
export type { Share } from './graph/share.ts'
export type { Holding } from './graph/stakes.ts'
export { type Owner, type Ownership, ownershipOf } from './ownership/ownership-of.ts'
export type { OwnershipPath } from './ownership/paths.ts'
export { toDot, toMermaid } from './picture/documents.ts'
export {
  type Folded,
  type GraphEdge,
  type GraphHits,
  type GraphNode,
  type GraphOptions,
  type NetworkGraph,
  toGraph,
} from './picture/graph.ts'
export type { Theme } from './picture/svg/colours.ts'
export { type SvgOptions, toSvg } from './picture/svg/to-svg.ts'
export {
  type Decision,
  type Evidence,
  type EvidenceClient,
  type EvidenceOptions,
  type EvidenceRecord,
  toEvidence,
} from './report/evidence.ts'
export type { EvidenceHit } from './report/hits.ts'
export { type HtmlOptions, toHtml } from './report/to-html.ts'
export {
  type Verification,
  type VerifyOptions,
  verifyEvidence,
} from './report/verify-evidence.ts'
export {
  assessSanctions,
  type SanctionsAssessment,
  type Verdict,
} from './sanctions/assess-sanctions.ts'
export type { AssessedOwner, AssessedParty } from './sanctions/assessed-party.ts'
export type { Fact, MissingFact } from './sanctions/facts.ts'
export type { FlagFacts, SanctionsFlag } from './sanctions/flags.ts'
export type { Doubt, IsBlocked, ScreeningState } from './sanctions/listing.ts'
export type { AccountedFor, AssessOptions } from './sanctions/options.ts'
export type { Regime } from './sanctions/regimes.ts'
export type { RuleSource } from './sources.ts'

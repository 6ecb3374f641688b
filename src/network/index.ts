/**
 * Functions that analyse a network: who ultimately owns a company, who controls it, who its beneficial owners
 * are, and whether sanctioned parties block it under the rules of OFAC, the European Union and the United
 * Kingdom. All results are computed from the data of the network. The module sends no requests, and runs
 * wherever the client does. Decision support only: not legal advice, not clearance.
 *
 * @module entity-screening-sdk/network
 */

export { toFollowTheMoney } from '../formats/follow-the-money.ts'
export {
  type BeneficialOwner,
  type BeneficialOwners,
  type FindBeneficialOwnersOptions,
  findBeneficialOwners,
} from './beneficial/find-beneficial-owners.ts'
export type { OwnerThreshold } from './beneficial/rules.ts'
export type { DataIssue } from './graph/data-issues.ts'
export { indexNetwork } from './graph/index-network.ts'
export type { IndexOptions } from './graph/index-options.ts'
export type { NetworkIndex } from './graph/network-index.ts'
export type { Party } from './graph/parties.ts'
export { type Hit, type HitOptions, listHits, type PartyEntry, volatileFields } from './list-hits.ts'
export { computeOwnership, type Owner, type Ownership } from './ownership/compute-ownership.ts'
export type { GraphOptions, NetworkGraph } from './picture/graph.ts'
export { toGraph } from './picture/graph.ts'
export * from './picture/mermaid.ts'
export * from './picture/svg/to-svg.ts'
export { readPscRelation } from './relations/read-psc-relation.ts'
export type { RelationReading } from './relations/relation-reading.ts'
export { type HtmlOptions, toEvidence, toHtml } from './report/evidence.ts'
export type { Evidence, EvidenceOptions, EvidenceRecord } from './report/record.ts'
export { type EvidenceVerification, type VerifyOptions, verifyEvidence } from './report/verify-evidence.ts'
export {
  type AssessedParty,
  assessSanctions,
  type SanctionsAssessment,
} from './sanctions/assess-sanctions.ts'
export type { AssessOptions } from './sanctions/options.ts'
export type { Regime } from './sanctions/regimes.ts'
export type { Share } from './share.ts'
export { toSentences } from './to-sentences.ts'

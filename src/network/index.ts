/**
 * Questions about a network: who ultimately owns a company, who controls it, who its beneficial owners are, and whether sanctioned
 * parties stand behind it, under the rules of OFAC, the European Union and the United Kingdom. It computes from what the network
 * shows, sends no requests, and runs wherever the client does. It is an aid, not legal advice.
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
export {
  type ExposedOwner,
  type ExposedParty,
  type Exposure,
  type ExposureOptions,
  exposure,
} from './exposure/exposure.ts'
export type {
  ControlFlag,
  ExposureFlag,
  Flag,
  MinorityFlag,
  RelationFlag,
  UnlistedOwnersFlag,
} from './exposure/flags.ts'
export type { Regime } from './exposure/regimes.ts'
export type { Doubt, IsBlocked } from './exposure/standing.ts'
export type {
  ClosedLoopFinding,
  ConflictingSharesFinding,
  Finding,
  Holds,
  MissingNodeFinding,
  NodeFinding,
  Oddity,
  PartyNames,
  SelfOwnershipFinding,
  ShareOutOfRangeFinding,
  SharesAboveWholeFinding,
  UnknownShareFinding,
  UnreadableRelationFinding,
} from './graph/findings.ts'
export {
  type Direction,
  type Holdings,
  type IndexOptions,
  indexNetwork,
  type NetworkIndex,
  type NetworkReading,
} from './graph/index-network.ts'
export type { Namesake } from './graph/namesakes.ts'
export type { NetworkParty } from './graph/parties.ts'
export type { Share } from './graph/share.ts'
export type { Holding } from './graph/stakes.ts'
export { type Owner, type Ownership, ownershipOf } from './ownership/ownership-of.ts'
export type { OwnershipPath } from './ownership/paths.ts'
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
export { toDot } from './picture/to-dot.ts'
export { toMermaid } from './picture/to-mermaid.ts'
export {
  type Evidence,
  type EvidenceClient,
  type EvidenceOptions,
  type EvidenceRecord,
  toEvidence,
} from './report/evidence.ts'
export type { EvidenceHit } from './report/hits.ts'
export { toHtml } from './report/to-html.ts'
export type { RuleSource } from './sources.ts'

import type { Network } from '../../model/network.ts'
import { isNamed } from '../../shared/names/placeholder-names.ts'
import { buildCompanyResult, type CompanyResult, isWideRangeOf } from '../company-result.ts'
import {
  assertKnownOptions,
  assertOneOf,
  isObjectWithFields,
  throwInvalidInput,
} from '../graph/assertions.ts'
import { computeUnheld, type Holding } from '../graph/holdings.ts'
import { toIndex } from '../graph/index-network.ts'
import { type IndexOptions, indexOptionNames } from '../graph/index-options.ts'
import { type NetworkIndex, partyOf, resolveCompanyId } from '../graph/network-index.ts'
import { isCertainlyPerson, type NamedParty } from '../graph/parties.ts'
import { compareText } from '../graph/sort-items.ts'
import { findUpstream } from '../graph/upstream.ts'
import { computeOwnership, type Owner } from '../ownership/compute-ownership.ts'
import { createEffort } from '../ownership/value-iteration.ts'
import { computeCountedHoldings, hasWideHoldings } from '../propagation/counted-holdings.ts'
import { notice, type RuleSource } from '../rule-info.ts'
import { toParts, zeroShare } from '../share.ts'
import { addUnclearHoldings, findCertainInterests, findInterests, type Interest } from './interests.ts'
import { type BeneficialOwnerRule, createThresholdTest, type OwnerThreshold, ownerRules } from './rules.ts'

/**
 * The rule to apply, the company, and options for interpreting the network.
 *
 * @example
 * const options: FindBeneficialOwnersOptions = { rule: 'amlr' }
 */
export interface FindBeneficialOwnersOptions extends IndexOptions {
  /**
   * Id of the company.
   *
   * @default the root of the network
   */
  id?: string | undefined
  /** The rule to apply: `amlr` or `amld`. */
  rule: BeneficialOwnerRule
  /**
   * The share from which an owner counts, above 0 and below 0.5, for example for a sector with a lower threshold.
   *
   * @default the threshold of the rule: 25 % or more under `amlr`, more than 25 % under `amld`
   */
  threshold?: OwnerThreshold | undefined
}

/** The beneficial owners of a company under a rule. Decision support only: not legal advice. */
export interface BeneficialOwners extends CompanyResult {
  /** The kind of the result: `beneficial_owners`. Distinguishes this result from those of other functions. */
  readonly kind: 'beneficial_owners'
  /** The rule that was applied. */
  readonly rule: BeneficialOwnerRule
  /** The threshold that was applied. */
  readonly threshold: OwnerThreshold
  /** The beneficial owners: natural persons, and parties that may be natural persons. Owners that are certain come first. */
  readonly owners: readonly BeneficialOwner[]
  /**
   * Persons who run the company. If there are no beneficial owners, the rules treat senior managers as
   * beneficial owners. Empty if any beneficial owner is certain.
   */
  readonly seniorManagers: readonly SeniorManager[]
  /**
   * Companies in which the share without a named owner is so large that it may have a beneficial owner: the assessed company, or
   * companies that own it directly or indirectly.
   */
  readonly withUnnamedOwners: readonly NamedParty[]
  /** The rule in one sentence. */
  readonly summary: string
  /** Where the rule is published. */
  readonly sources: readonly RuleSource[]
  /** A notice about the limits of the result, for example that it is not legal advice. */
  readonly notice: string
}

/** A beneficial owner. A party that is an owner by control may own less than the threshold. */
export interface BeneficialOwner extends NamedParty, Pick<Owner, 'effective' | 'paths'> {
  /** Ownership, control, or both. A chain that combines ownership and control counts as both. */
  readonly by: readonly Interest[]
  /**
   * Whether the party is certainly a natural person, and is a beneficial owner regardless of unknown shares.
   */
  readonly isCertain: boolean
}

/** A person in a leading role of a company. */
export type SeniorManager = NamedParty & {
  /** The person's position; null if the relation does not state a position. */
  readonly position: string | null
}

/**
 * Finds the natural persons who are the beneficial owners of a company under a rule: `amlr` (Regulation (EU)
 * 2024/1624, articles 51 to 54) or `amld` (Directive (EU) 2015/849, article 3(6)). Ownership is only
 * possible, not certain, in three cases: it leads through another person, it rests on a relation of unclear
 * type, such as the role of a trustee, or the share differs from a "more than" threshold by less than a
 * millionth.
 *
 * @throws InputValidationError (`invalid_input`) if an option is invalid, if `id` is not the id of a node, or if there is
 * neither an `id` nor a root.
 * @example
 * const { owners, seniorManagers } = findBeneficialOwners(await client.entities.network(id), { rule: 'amlr' })
 * for (const { name, by, isCertain } of owners) console.log(name, by, isCertain)
 * if (owners.length === 0) for (const { name, position } of seniorManagers) console.log(name, position)
 */
export function findBeneficialOwners(
  network: Network | NetworkIndex,
  options: FindBeneficialOwnersOptions,
): BeneficialOwners {
  assertKnownOptions('findBeneficialOwners', options, [...indexOptionNames, 'id', 'rule', 'threshold'])
  assertOneOf('findBeneficialOwners', 'rule', options.rule, Object.keys(ownerRules))
  const index = toIndex(network, 'findBeneficialOwners', options)
  const id = resolveCompanyId('findBeneficialOwners', index, options.id)
  const rule = ownerRules[options.rule]
  const { threshold = rule.threshold } = options
  assertThreshold('findBeneficialOwners', threshold)
  const ownership = computeOwnership(index, id)
  const owned = new Map(ownership.owners.map(owner => [owner.id, owner]))
  const [certainEffort, possibleEffort] = [createEffort(), createEffort()]
  const certain = findCertainInterests(index, id, rule, threshold, certainEffort)
  const owners = [...findInterests(index, id, rule, threshold, 'max', possibleEffort)].flatMap(
    ([person, possible]): BeneficialOwner[] => {
      if (possible.length === 0) return []
      const { name, type } = partyOf(index, person)
      const { effective = zeroShare, paths = [] } = owned.get(person) ?? {}
      const by = type === 'person' && isNamed({ name, type }) ? (certain.get(person) ?? []) : []
      const isCertain = by.length > 0
      return [{ id: person, name, effective, by: isCertain ? by : possible, isCertain, paths }]
    },
  )
  const unclearIndex = addUnclearHoldings(index)
  const isWide =
    hasWideHoldings(unclearIndex, [id, ...findUpstream(unclearIndex, id)]) ||
    certainEffort.isExceeded ||
    possibleEffort.isExceeded ||
    ownership.issues.some(issue => isWideRangeOf(issue, id))
  return {
    kind: 'beneficial_owners',
    ...buildCompanyResult(index, id, [id, ...owned.keys()], isWide),
    rule: options.rule,
    owners: owners.sort(compareByCertainty),
    seniorManagers: owners.some(({ isCertain }) => isCertain) ? [] : findSeniorManagers(index, id),
    withUnnamedOwners: findWithUnnamedOwners(unclearIndex, id, createThresholdTest(threshold, 'max')),
    threshold: { share: threshold.share, inclusive: threshold.inclusive },
    summary: rule.summarize(threshold),
    sources: rule.sources,
    notice,
  }
}

/** @throws InputValidationError if the threshold is not a share above 0 and below 0.5, with `inclusive`. */
function assertThreshold(operation: string, threshold: unknown): void {
  const { share, inclusive, ...others } = isObjectWithFields(threshold) ? threshold : {}
  const isShare = typeof share === 'number' && share > 0 && share < 0.5
  if (!isShare || typeof inclusive !== 'boolean' || Object.keys(others).length > 0)
    throwInvalidInput(
      operation,
      'threshold',
      'must be { share, inclusive }: a fraction above 0 and below 0.5, and true or false',
    )
}

function compareByCertainty(a: BeneficialOwner, b: BeneficialOwner): number {
  return (
    Number(b.isCertain) - Number(a.isCertain) || b.effective.max - a.effective.max || compareText(a.id, b.id)
  )
}

/**
 * Finds the companies in which the share without a named owner reaches the threshold, among `company` and its direct and
 * indirect owners.
 */
function findWithUnnamedOwners(
  index: NetworkIndex,
  company: string,
  reaches: (partsHeld: number) => boolean,
): NamedParty[] {
  const [shares, votes] = [index.shares, index.votes].map(
    holdings => computeCountedHoldings(index, holdings, 'max').ofCompany,
  )
  return [company, ...findUpstream(index, company)].flatMap(id => {
    const party = index.parties.get(id)
    if (party === undefined || party.nodes.length === 0 || isCertainlyPerson(index, party)) return []
    const shareHoldings = shares?.get(id) ?? []
    const isOwnerNamed = ({ owner }: Holding) => isNamed(partyOf(index, owner))
    const isOpen = [shareHoldings, votes?.get(id) ?? shareHoldings].some(companyHoldings =>
      reaches(toParts(computeUnheld(companyHoldings.filter(isOwnerNamed)))),
    )
    return isOpen ? [{ id, name: party.name }] : []
  })
}

/** Finds the persons with a current role in a company, except advisers. */
function findSeniorManagers(index: NetworkIndex, company: string): SeniorManager[] {
  const managers = new Map<string, SeniorManager>()
  for (const { source, target, type, label, details } of index.relations.get(company) ?? []) {
    const texts = [label, details.keyPosition, details.description]
    if (type !== 'RoleRelationship' || details.roleType === 'advisor') continue
    if (texts.some(text => /\bformer\b/i.test(text ?? ''))) continue
    const { id, name, type: kind } = partyOf(index, source === company ? target : source)
    const isPerson = kind !== 'organization' && (name === null || isNamed({ name, type: kind }))
    if (isPerson) managers.set(id, { id, name, position: details.keyPosition ?? label })
  }
  return [...managers.values()]
}

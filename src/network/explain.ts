import type { BeneficialOwners } from './beneficial/beneficial-owners.ts'
import { ownerRules } from './beneficial/rules.ts'
import type { ExposedParty, Exposure } from './exposure/exposure.ts'
import type { ExposureFlag } from './exposure/flags.ts'
import { regimes } from './exposure/regimes.ts'
import type { Doubt } from './exposure/standing.ts'
import { refuse } from './graph/check.ts'
import type { Finding } from './graph/findings.ts'
import { callerFor } from './graph/namesakes.ts'
import { percent } from './graph/share.ts'
import { oneLine } from './one-line.ts'
import type { Ownership } from './ownership/ownership-of.ts'

/**
 * A result in English sentences: what was found, why, what is not known, and under which rule. Parties are called by their
 * name, or by their id where they have none; those who share a name, also by country, date of birth and id.
 *
 * @throws InputValidationError (`invalid_input`) if it is none of these results.
 * @example
 * const exposed = exposure(await client.entities.network(id), { regime: 'ofac' })
 * for (const sentence of explain(exposed)) console.log(sentence)
 */
export function explain(result: Ownership | BeneficialOwners | Exposure): string[] {
  // Names of companies may end with the point of a legal form.
  return sentencesOf(result).map(sentence => sentence.replace(/\.\.$/, '.'))
}

function sentencesOf(result: Ownership | BeneficialOwners | Exposure): string[] {
  const lists = Object.hasOwn(listsOf, result?.kind) ? listsOf[result.kind] : []
  if (lists.length === 0 || !lists.every(list => Array.isArray(Reflect.get(result, list))))
    refuse('explain', 'result', 'must be a result of ownershipOf, beneficialOwners or exposure')
  switch (result.kind) {
    case 'ownership':
      return explainOwnership(result)
    case 'beneficial_owners':
      return explainBeneficialOwners(result)
    case 'exposure':
      return explainExposure(result)
  }
}

/** What a result of each kind has to have: it may come from a store. */
const listsOf: Readonly<Record<(Ownership | BeneficialOwners | Exposure)['kind'], readonly string[]>> = {
  ownership: ['owners', 'findings', 'namesakes'],
  beneficial_owners: ['owners', 'seniorManagers', 'unlisted', 'findings', 'namesakes'],
  exposure: ['blocked', 'possible', 'flags', 'findings', 'namesakes'],
}

/** What parties are called: see `callerFor`. */
export type Call = ReturnType<typeof callerFor>

function byId(parties: readonly Parameters<Call>[0][], call: Call): (id: string) => string {
  const calls = new Map(parties.map(party => [party.id, call(party)]))
  return id => calls.get(id) ?? call({ id, name: null })
}

function namesOf({ ids, names }: Finding | ExposureFlag, call: Call): string[] {
  return ids.map((id, at) => call({ id, name: names[at] ?? null }))
}

function explainOwnership(result: Ownership): string[] {
  const { owners, unattributed, findings, namesakes } = result
  const call = callerFor(namesakes)
  const company = call(result)
  const nameById = byId([result, ...owners], call)
  const sentences = owners
    .filter(({ isUltimate }) => isUltimate)
    .map(owner => {
      const chains = owner.paths.map(
        ({ ids, share }) => `${ids.map(nameById).join(' → ')} (${percent(share)})`,
      )
      const ways = chains.length === 0 ? '' : `: ${chains.join('; ')}`
      return `${call(owner)} owns ${percent(owner.effective)} of ${company}${ways}.`
    })
  if (owners.length === 0) sentences.push(`The network names no owner of ${company}.`)
  else if (unattributed.max > 0)
    sentences.push(`${percent(unattributed)} of ${company} is attributed to nobody.`)
  return [...sentences, ...findings.map(finding => explainFinding(finding, call))]
}

function explainBeneficialOwners(result: BeneficialOwners): string[] {
  const { owners, seniorManagers, unlisted, findings, rule, summary, notice, namesakes } = result
  const call = callerFor(namesakes)
  const company = call(result)
  const found = owners.map(owner => {
    const is = owner.certain ? 'is a beneficial owner' : 'may be a beneficial owner'
    const owns = owner.effective.max === 0 ? '' : `, and owns ${percent(owner.effective)} of it`
    return `${call(owner)} ${is} of ${company} by ${owner.by.join(' and ')}${owns}.`
  })
  const managers = seniorManagers.map(manager => {
    const position = manager.position === null ? '' : ` (${oneLine(manager.position)})`
    return `${call(manager)}${position} is named as a senior manager.`
  })
  return [
    ...found,
    ...(owners.some(({ certain }) => certain)
      ? []
      : [`The network shows no certain beneficial owner of ${company}.`, ...managers]),
    ...unlisted.map(
      one => `The network does not name all owners of ${call(one)}: a beneficial owner may be among them.`,
    ),
    ...findings.map(finding => explainFinding(finding, call)),
    `Rule (${ownerRules[rule].name}): ${summary}`,
    notice,
  ]
}

const roots = {
  blocked: 'is blocked',
  possible: 'is possibly blocked',
  clear: 'is not blocked by any owner in the network',
} as const

function explainExposure(result: Exposure): string[] {
  const { root, regime, blocked, possible, flags, findings, rule, notice, namesakes } = result
  const call = callerFor(namesakes)
  const company = call(result)
  const nameById = byId([result, ...blocked, ...possible], call)
  const all = [...blocked, ...possible]
  const elsewhere = all.filter(({ isAbove }) => !isAbove).map(call)
  return [
    `${company} ${roots[root]} under the ${regimes[regime].name} rule.`,
    ...all.filter(({ isAbove }) => isAbove).map(party => explainParty(party, call, nameById)),
    ...(elsewhere.length === 0
      ? []
      : [`Blocked or possibly blocked, but not an owner of ${company}: ${elsewhere.join(', ')}.`]),
    ...flags.map(flag => explainFlag(flag, company, call)),
    ...findings.map(finding => explainFinding(finding, call)),
    `Rule (${regimes[regime].name}): ${rule}`,
    notice,
  ]
}

const doubtTexts: Readonly<Record<Doubt, string>> = {
  missing_node: 'it stands in a relation, and the network has no node of it',
  unnamed_node: 'it has no name',
  unreadable_sanctions: 'an entry against it could not be read',
  undecided: 'it could not be decided',
  owners: 'its owners may hold enough',
  control: 'a blocked or possibly blocked party controls it, or may control it',
  relation: 'a blocked or possibly blocked party may own or control it by a relation that does not say so',
  owned_person: 'a person has owners in the data, so owners and companies may be the wrong way round',
  unlisted_owners: 'the network does not show who owns enough of it to block it',
}

function explainParty(exposed: ExposedParty, call: Call, nameById: (id: string) => string): string {
  const { doubt, share, owners } = exposed
  const party = call(exposed)
  const held = owners.map(owner => `${nameById(owner.id)} (${percent(owner.share)})`).join(', ')
  const why = share === null || owners.length === 0 ? '' : ` ${held}: ${percent(share)} together.`
  if (doubt === null) {
    return share === null
      ? `${party} is blocked in its own name.`
      : `${party} is blocked by its owners.${why}`
  }
  return `${party} is possibly blocked: ${doubtTexts[doubt]}.${why}`
}

function explainFlag(flag: ExposureFlag, company: string, call: Call): string {
  const names = namesOf(flag, call).join(', ')
  switch (flag.kind) {
    case 'minority_holding':
      return flag.ids.length === 1
        ? `Flag: ${names}, blocked or possibly blocked, owns ${percent(flag.share)} of ${company}.`
        : `Flag: ${names}, blocked or possibly blocked, own ${percent(flag.share)} of ${company} together.`
    case 'control':
      return `Flag: ${names} ${flag.isCertain ? 'controls' : 'may control'} ${company}.`
    case 'role':
    case 'relation': {
      const description = flag.description === null ? '' : `: ${oneLine(flag.description)}`
      const type = flag.type === '' ? 'no type' : oneLine(flag.type)
      return `Flag: ${names} is related to ${company} (${type}${description}).`
    }
    case 'unlisted_owners':
      return `Flag: the network does not show all who stand behind ${names || 'it'}. If blocked parties do, ${company} is blocked.`
  }
}

/** What is odd or unknown, in a sentence. */
export function explainFinding(finding: Finding, call: Call): string {
  const names = namesOf(finding, call)
  const [first = '', second = ''] = names
  switch (finding.kind) {
    case 'missing_node':
      return `The network has no node ${first}, which a ${oneLine(finding.type) || 'relation without a type'} names.`
    case 'unreadable_relation': {
      const type = oneLine(finding.relation.type) || 'no type'
      return names.length === 0
        ? `A relation (${type}) names neither of its ends: it may be between any parties.`
        : `A relation (${type}) of ${first} does not name its other end, which may be any party.`
    }
    case 'duplicate_node':
      return `Several nodes have the id of ${first}.`
    case 'unnamed_node':
      return `The node ${first} has no name.`
    case 'unreadable_sanctions':
      return `An entry against ${first} could not be read.`
    case 'owned_person':
      return `${first} is a person, but has owners in the data.`
    case 'self_ownership':
      return `${first} owns ${percent(finding.share)} of itself.`
    case 'unknown_share':
      return `${first} holds an unknown part of the ${finding.of} of ${second}: ${percent(finding.share)}.`
    case 'share_out_of_range':
      return `${first} is said to hold ${finding.value} of the ${finding.of} of ${second}, which is not a fraction from 0 to 1.`
    case 'conflicting_shares':
      if (finding.values.length === 1)
        return `${first} is said to hold ${finding.values[0]} of the ${finding.of} of ${second}, and to have it as a subsidiary.`
      return `${first} is said to hold several parts of the ${finding.of} of ${second}, which may be one: ${finding.values.join(', ')}.`
    case 'shares_above_whole':
      return `The ${finding.of} of ${first} sum to ${percent({ min: finding.sum, max: finding.sum })}.`
    case 'closed_loop':
      return names.length === 1
        ? `${first} owns all of itself: the network shows nobody behind it.`
        : `${names.join(', ')} own all of each other: the network shows nobody behind them.`
  }
}

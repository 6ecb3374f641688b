import { tryStringify } from '../shared/json.ts'
import { toOneLine } from '../shared/text/invisible.ts'
import type { BeneficialOwners } from './beneficial/find-beneficial-owners.ts'
import { throwInvalidInput } from './graph/assertions.ts'
import type { DataIssue, PartyNames } from './graph/data-issues.ts'
import { createDisplayNames, type DisplayName } from './graph/namesakes.ts'
import type { Ownership } from './ownership/compute-ownership.ts'
import type { AssessedParty, SanctionsAssessment, SanctionsVerdict } from './sanctions/assess-sanctions.ts'
import type { SanctionsFlag } from './sanctions/flags.ts'
import type { Doubt } from './sanctions/listing.ts'
import { formatShare, type Share } from './share.ts'

/**
 * Explains a result in English sentences: the findings and their reasons, the open questions, and the rule. A
 * party appears by its name, or by its id if it has no name. If several parties have the same name, the
 * sentences also show their country, date of birth and id.
 *
 * @throws InputValidationError (`invalid_input`) if the value is not a result of computeOwnership, findBeneficialOwners or
 * assessSanctions.
 * @example
 * const assessed = assessSanctions(await client.entities.network(id), { regime: 'ofac' })
 * for (const sentence of toSentences(assessed)) console.log(sentence)
 */
export function toSentences(result: Ownership | BeneficialOwners | SanctionsAssessment): string[] {
  // Removes the second full stop after a company name that ends with one.
  return listSentences(result).map(sentence => sentence.replace(/\.\.$/, '.'))
}

function listSentences(result: Parameters<typeof toSentences>[0]): string[] {
  // The fields are checked, because the result may have been restored from JSON.
  const { issues, namesakes }: Readonly<Record<string, unknown>> = Object(result)
  if (Array.isArray(issues) && Array.isArray(namesakes)) {
    if (result.kind === 'ownership') return explainOwnership(result)
    if (result.kind === 'beneficial_owners') return explainBeneficialOwners(result)
    if (result.kind === 'sanctions') return explainSanctions(result)
  }
  throwInvalidInput(
    'toSentences',
    'result',
    'must be a result of computeOwnership, findBeneficialOwners or assessSanctions',
    result,
  )
}

function explainOwnership(result: Ownership): string[] {
  const { owners, unattributed, issues, namesakes } = result
  const displayName = createDisplayNames(namesakes, [result, ...owners])
  const company = displayName(result)
  const sentences = owners
    .filter(({ isUltimate }) => isUltimate)
    .map(owner => {
      const chains = owner.paths.map(
        ({ ids, share }) => `${ids.map(displayName).join(' → ')} (${formatShare(share)})`,
      )
      const ways = chains.length === 0 ? '' : `: ${chains.join('; ')}`
      return `${displayName(owner)} owns ${formatShare(owner.effective)} of ${company}${ways}.`
    })
  if (owners.length === 0) sentences.push(`The network names no owner of ${company}.`)
  else if (unattributed.max > 0)
    sentences.push(`${formatShare(unattributed)} of ${company} is attributed to nobody.`)
  return [...sentences, ...issues.map(issue => explainIssue(issue, displayName))]
}

function explainBeneficialOwners(result: BeneficialOwners): string[] {
  const { owners, seniorManagers, withUnnamedOwners, issues, rule, summary, notice, namesakes } = result
  const displayName = createDisplayNames(namesakes)
  const company = displayName(result)
  const ownerSentences = owners.map(owner => {
    const verb = owner.isCertain ? 'is a beneficial owner' : 'may be a beneficial owner'
    const ownership = owner.effective.max === 0 ? '' : `, and owns ${formatShare(owner.effective)} of it`
    return `${displayName(owner)} ${verb} of ${company} by ${owner.by.join(' and ')}${ownership}.`
  })
  const managers = seniorManagers.map(manager => {
    const position = manager.position === null ? '' : ` (${toOneLine(manager.position)})`
    return `${displayName(manager)}${position} is named as a senior manager.`
  })
  return [
    ...ownerSentences,
    ...(owners.some(({ isCertain }) => isCertain)
      ? []
      : [`The network shows no certain beneficial owner of ${company}.`, ...managers]),
    ...withUnnamedOwners.map(
      ownedCompany =>
        `The network does not name all owners of ${displayName(ownedCompany)}: a beneficial owner may be among them.`,
    ),
    ...issues.map(issue => explainIssue(issue, displayName)),
    `Rule (${rule.toUpperCase()}): ${summary}`,
    notice,
  ]
}

const verdicts: Readonly<Record<SanctionsVerdict, (company: string, rule: string) => string>> = {
  blocked: (company, rule) => `${company} is blocked under the ${rule} rule.`,
  possible: (company, rule) => `${company} is possibly blocked under the ${rule} rule.`,
  incomplete: (company, rule) =>
    `The network is incomplete: whether ${company} is blocked under the ${rule} rule is not known.`,
  nothing_found: (company, rule) =>
    `Nothing found that blocks ${company} under the ${rule} rule: owners who are not named could not change that.`,
}

export function describeVerdict(result: SanctionsAssessment): string {
  return verdicts[result.verdict](createDisplayNames(result.namesakes)(result), result.regime.toUpperCase())
}

function explainSanctions(result: SanctionsAssessment): string[] {
  const { missing, blocked, possible, flags, issues, exemptCompanies } = result
  const parties = [...blocked, ...possible]
  const displayName = createDisplayNames(result.namesakes, [result, ...parties])
  const company = displayName(result)
  const isRelevant = (party: AssessedParty) => party.isUpstream || party.id === result.id
  const elsewhere = parties.filter(party => !isRelevant(party)).map(displayName)
  return [
    describeVerdict(result),
    ...parties.filter(isRelevant).map(party => explainParty(party, displayName)),
    ...(elsewhere.length === 0
      ? []
      : [`Listed or blocked, but not upstream of ${company}: ${elsewhere.join(', ')}.`]),
    ...(missing.length === 0
      ? []
      : [`To settle it, find out: ${missing.map(({ text }) => text).join('; ')}.`]),
    ...exemptCompanies.map(
      ({ id, reason }) =>
        `The owners of ${displayName(id)} need no follow-up, as the caller states: ${toOneLine(reason)}.`,
    ),
    ...flags.map(flag => `Flag: ${explainFlag(flag, company, displayName)}`),
    ...issues.map(issue => explainIssue(issue, displayName)),
    `Rule (${result.regime.toUpperCase()}): ${result.rule}`,
    result.notice,
  ]
}

const doubtTexts: Readonly<Record<Doubt, string>> = {
  missing_node: 'a relation names it, but the network has no node for it',
  unnamed_node: 'it has no name',
  unreadable_sanctions: 'one of its sanctions entries cannot be read',
  unclear_node: 'what the data says about its screening cannot be read',
  undecided: 'whether it is listed could not be decided',
  possibly_same: 'a listed, or possibly listed, party has the same name, and nothing tells them apart',
  ownership: 'listed or blocked owners may hold enough',
  control: 'a blocked or possibly blocked party controls it, or may control it',
  relation: 'a blocked or possibly blocked party may own or control it by a relation that does not say so',
  direction: 'the data does not say which end of a relation owns: the other way round it could be blocked',
}

function explainParty(
  { doubt, share, netShare, owners, ...party }: AssessedParty,
  displayName: DisplayName,
): string {
  const name = displayName(party)
  if (doubt === null && party.basis === 'listed') return `${name} is on a sanctions list.`
  const holdings = owners.map(owner => `${displayName(owner.id)} (${formatShare(owner.share)})`).join(', ')
  const through =
    share === null || holdings === '' ? '' : `${describeSum(share, netShare)}, through ${holdings}`
  if (doubt === null) return `${name} is blocked: listed or blocked owners hold ${through}.`
  return `${name} is possibly blocked: ${doubtTexts[doubt]}.${through && ` They hold ${through}.`}`
}

/** @param netShare the share without the shares that the company holds in itself; null if it is not the reason. */
function describeSum(share: Share, netShare: Share | null): string {
  if (netShare === null) return `${formatShare(share)} in aggregate`
  const net = formatShare(netShare, 1)
  return `${formatShare(share)} stated, ${net} without the shares that the company holds in itself`
}

function explainFlag(flag: SanctionsFlag, company: string, displayName: DisplayName): string {
  const names = listDisplayNames(flag, displayName)
  const [first = '', second = ''] = names
  const suspect = `${first}, blocked or possibly blocked,`
  switch (flag.kind) {
    case 'minority_holding':
      return `Blocked or possibly blocked parties own ${formatShare(flag.share)} of ${company} in aggregate: ${names.join(', ')}.`
    case 'control':
      return `${first} ${flag.isCertain ? 'controls' : 'may control'} ${company}.`
    case 'relation': {
      const texts = [flag.type || 'no type', flag.description].filter(text => text !== null)
      return `${first} is related to ${company} (${texts.map(toOneLine).join(': ')}).`
    }
    case 'possibly_same':
      return `${first} may be the same party as ${second}, listed or possibly listed.`
    case 'connection':
      return names.length === 1
        ? `${suspect} is in the network without a relation to ${company}.`
        : `${suspect} is connected with ${company}: ${names.join(' – ')}.`
  }
}

function listDisplayNames(
  { ids, names }: PartyNames & { readonly ids: readonly string[] },
  displayName: DisplayName,
): string[] {
  return ids.map((id, position) => displayName({ id, name: names[position] ?? null }))
}

export function explainIssue(issue: DataIssue, displayName: DisplayName): string {
  const names = listDisplayNames(issue, displayName)
  const [first = '', second = ''] = names
  const all = names.join(' and ')
  const type = ('relation' in issue && toOneLine(issue.relation.type)) || 'no type'
  switch (issue.kind) {
    case 'missing_node':
      return `The network has no node ${first}, which a relation names (${type}).`
    case 'unreadable_relation':
      return `A relation of ${all || 'unknown parties'} (${type}) does not name all of its ends: it may be with any party.`
    case 'unclear_relation':
      return `A relation of ${all} (${type}) says something about screening that cannot be read.`
    case 'ended_relation':
      return `A relation of ${all} (${type}) has an end: without a day (option asOf) it counts as current and as ended.`
    case 'doubtful_relation':
      return `${describeDoubtfulWords(issue.words, all, type)}: ${issue.doubts.map(doubt => relationDoubtTexts[doubt]).join(', and ')}.`
    case 'duplicate_node':
      return `Several nodes have the id of ${first}.`
    case 'unnamed_node':
      return `The node ${first} has no name.`
    case 'placeholder_name':
      return `${first} names nobody: the owner of its holdings is not named.`
    case 'unclear_node':
      return `What the data says about the screening of ${first} cannot be read, or not all of it.`
    case 'not_shown':
      return `Nothing shows whether ${first} was screened for sanctions.`
    case 'owned_person':
      return `${first} is a person, but has owners in the data.`
    case 'possibly_same':
      return `${all} have one name, and nothing tells them apart: they may be one party.`
    case 'unknown_share':
      return `${first} holds an unknown part of the ${issue.of} of ${second}: ${formatShare(issue.share)}.`
    case 'unclear_share':
      return `${first} is said to hold ${toOneLine(tryStringify(issue.raw) ?? '')} of the ${issue.of} of ${second}, ${shareReadingTexts[issue.reading]}.`
    case 'conflicting_shares':
      return `${first} is said to hold several parts of the ${issue.of} of ${second}, which may be one: ${issue.values.map(formatShare).join(', ')}.`
    case 'shares_above_whole':
      return `The ${issue.of} of ${first} sum to ${formatShare({ min: issue.sum, max: issue.sum })}.`
    case 'wide_range':
      return `The owners of ${first} are too many or too entangled to compute all shares exactly: ranges may be wider than necessary, and contain the true share.`
    case 'closed_loop':
      return `All of ${all} is owned in a closed loop: the network shows nobody behind it.`
  }
}

function describeDoubtfulWords(words: readonly string[], parties: string, type: string): string {
  const quoted = words.map(word => `"${toOneLine(word)}"`).join(', ')
  return `A relation of ${parties} (${type}) has words or fields of unknown meaning (${quoted})`
}

const relationDoubtTexts: Readonly<
  Record<Extract<DataIssue, { kind: 'doubtful_relation' }>['doubts'][number], string>
> = {
  owner: 'the holder may hold for others who are not named',
  control: 'one end may control the other',
  share: 'how much is held is not certain',
  indirect: 'it may only sum up other holdings',
  total: 'it may only sum up other holdings',
}

const shareReadingTexts: Readonly<Record<Extract<DataIssue, { kind: 'unclear_share' }>['reading'], string>> =
  {
    percent: 'read as what it says',
    mixed_units: 'which may be a fraction or a percentage: others of the company are percentages',
    other_type: 'by a relation of another kind: it may hold nothing',
    unreadable: 'which cannot be read: it may be anything from 0 % to 100 %',
    contradicted: 'which contradict each other: it may be anything from 0 % to 100 %',
  }

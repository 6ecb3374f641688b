import { writtenAs } from '../shared/json.ts'
import { oneLine } from '../shared/text/invisible.ts'
import type { DataIssue, PartyNames } from './graph/data-issues.ts'
import type { callerFor } from './graph/namesakes.ts'
import { percent } from './graph/share.ts'

/** What parties are called: see `callerFor`. */
export type Call = ReturnType<typeof callerFor>

export function namesOf(
  { ids, names }: PartyNames & { readonly ids: readonly string[] },
  call: Call,
): string[] {
  return ids.map((id, at) => call({ id, name: names[at] ?? null }))
}

export function explainIssue(issue: DataIssue, call: Call): string {
  const names = namesOf(issue, call)
  const [first = '', second = ''] = names
  const all = names.join(' and ')
  const type = ('relation' in issue && oneLine(issue.relation.type)) || 'no type'
  switch (issue.kind) {
    case 'missing_node':
      return `The network has no node ${first}, which a relation names (${type}).`
    case 'unreadable_relation':
      return `A relation of ${all || 'unknown parties'} (${type}) does not name all of its ends: it may be with any party.`
    case 'unclear_relation':
      return `A relation of ${all} (${type}) says something about screening that cannot be read.`
    case 'ended_relation':
      return `A relation of ${all} (${type}) has an end: without a day (option asOf) it counts as current and as ended.`
    case 'duplicate_node':
      return `Several nodes have the id of ${first}.`
    case 'unnamed_node':
      return `The node ${first} has no name.`
    case 'unclear_node':
      return `What the data says about the screening of ${first} cannot be read, or not all of it.`
    case 'not_shown':
      return `Nothing shows whether ${first} was screened for sanctions.`
    case 'owned_person':
      return `${first} is a person, but has owners in the data.`
    case 'possibly_same':
      return `${all} have one name, and nothing tells them apart: they may be one party.`
    case 'unknown_share':
      return `${first} holds an unknown part of the ${issue.of} of ${second}: ${percent(issue.share)}.`
    case 'unclear_share':
      return `${first} is said to hold ${oneLine(writtenAs(issue.raw) ?? '')} of the ${issue.of} of ${second}, ${readings[issue.reading]}.`
    case 'conflicting_shares':
      return `${first} is said to hold several parts of the ${issue.of} of ${second}, which may be one: ${issue.values.map(percent).join(', ')}.`
    case 'shares_above_whole':
      return `The ${issue.of} of ${first} sum to ${percent({ min: issue.sum, max: issue.sum })}.`
    case 'closed_loop':
      return `All of ${all} is owned in a closed loop: the network shows nobody behind it.`
  }
}

const readings: Readonly<Record<Extract<DataIssue, { kind: 'unclear_share' }>['reading'], string>> = {
  percent: 'read as what it says',
  mixed_units: 'which may be a fraction or a percentage: others of the company are percentages',
  other_type: 'by a relation of another kind: it may hold nothing',
  unreadable: 'which cannot be read: it may be anything from 0 % to 100 %',
}

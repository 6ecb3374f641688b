import type { EntityType } from '../../../src/contract/values.ts'

/** The name of a scenario, which stands in brackets at the beginning of an entity's name; docs/scenarios.md lists them. */
export type ScenarioId =
  | 'sanctioned'
  | 'pep'
  | 'adverse-media'
  | 'clean'
  | 'ownership-chain'
  | 'ownership-cycle'
  | 'closed-loop'
  | 'fifty-percent'
  | 'two-26-percent'
  | 'slow'
  | 'stuck'
  | 'changing'
  | 'quirky'
  | 'large-network'
  | `error-${400 | 401 | 403 | 404 | 429 | 500 | 503}`

/**
 * The outcome of a reserved test name.
 *
 * @example
 * await client.entities.create({ type: 'organization', name: '[sanctioned] Example Works Ltd' })
 */
export interface Scenario {
  /** Its name, such as `sanctioned`. */
  readonly id: ScenarioId
  /** What the name of an entity begins with, such as `[sanctioned]`. Case does not count. */
  readonly prefix: string
  /** The only type of entity that it is for; an entity of the other type is screened as clean. */
  readonly type?: EntityType
  /** The outcome, in one line. */
  readonly summary: string
  /** A whole name, to copy. */
  readonly example: string
  /** Milliseconds from the start of a screening until its results are in, where they differ from the usual. */
  readonly resultsAfter?: number | 'never'
  /** The error status of the creation; nothing is created. */
  readonly status?: number
}

/**
 * The reserved test names: an entity whose name begins with a prefix gets a known outcome, whatever the rest of the name is.
 *
 * @example
 * for (const { prefix, summary } of scenarios) console.log(prefix, summary)
 */
export const scenarios: readonly Scenario[] = [
  scenario('sanctioned', 'Sanctioned in its own name: High Risk, score 95.'),
  scenario(
    'pep',
    'A politically exposed person, Medium Risk, score 50; an organization is owned and led by one, score 48.',
  ),
  scenario('adverse-media', 'Adverse media in its own name: Medium Risk, score 60.'),
  scenario('clean', 'Always clean, whatever identifiers are given: Low Risk.'),
  scenario(
    'ownership-chain',
    'Three companies above one another, a sanctioned person at the end: High Risk, score 81.',
    {
      type: 'organization',
    },
  ),
  scenario(
    'ownership-cycle',
    'Three companies that own part of each other in a circle, and a clean owner of the rest.',
    { type: 'organization' },
  ),
  scenario('closed-loop', 'Two companies that own all of each other: nobody stands behind them.', {
    type: 'organization',
  }),
  scenario('fifty-percent', 'A sanctioned person owns exactly half: High Risk, score 90.', {
    type: 'organization',
  }),
  scenario('two-26-percent', 'Two sanctioned persons own 26 % each, 52 % together: High Risk, score 90.', {
    type: 'organization',
  }),
  scenario('slow', 'Clean; the results of each screening take 10 minutes.', { resultsAfter: 600_000 }),
  scenario('stuck', 'Stays IN_PROGRESS and never has results; settling the clock does not wait for it.', {
    resultsAfter: 'never',
  }),
  scenario(
    'changing',
    'A different outcome at each screening, in turn: clean, adverse media, politically exposed, sanctioned.',
  ),
  scenario(
    'quirky',
    'Quirks in every response about it, together nearly all that the client knows: see [quirks](quirks.md).',
  ),
  scenario('large-network', 'A clean network of 5,000 nodes and more than 5,000 relations.', {
    type: 'organization',
  }),
  failure('error-400', 400, 'the input is invalid.'),
  failure('error-401', 401, 'the key is invalid.'),
  failure('error-403', 403, 'the team lacks a permission.'),
  failure('error-404', 404, 'not found.'),
  failure('error-429', 429, 'too many requests, with `Retry-After: 1`.'),
  failure('error-500', 500, 'unexpected error.'),
  failure('error-503', 503, 'not available, without a `Retry-After`.'),
]

const byPrefix = new Map(scenarios.map(entry => [entry.prefix, entry]))

/** The scenario whose prefix a name begins with. */
export function findScenario(name: string): Scenario | undefined {
  // Called for every entity of a list: the first character rules out nearly all names.
  if (!name.startsWith('[')) return undefined
  return byPrefix.get(name.slice(0, name.indexOf(']') + 1).toLowerCase())
}

function scenario(
  id: ScenarioId,
  summary: string,
  more: Pick<Scenario, 'type' | 'resultsAfter' | 'status'> = {},
): Scenario {
  const prefix = `[${id}]`
  return { id, prefix, summary, example: `${prefix} Example Works Ltd`, ...more }
}

function failure(id: ScenarioId, status: number, meaning: string): Scenario {
  return scenario(id, `Creating it fails with ${status}: ${meaning}`, {
    status,
  })
}

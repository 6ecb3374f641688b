import { type ScenarioId, type ScenarioRules, scenarioRules } from './scenario-rules.ts'

/**
 * The outcome of a reserved test name.
 *
 * @example
 * await client.entities.create({ type: 'organization', name: '[sanctioned] Example Works Ltd' })
 */
export interface Scenario extends ScenarioRules {
  /** The name of the scenario, such as `sanctioned`. */
  readonly id: ScenarioId
  /** The prefix of an entity's name, such as `[sanctioned]`. Upper and lower case make no difference. */
  readonly prefix: string
  /** The outcome, in one line. */
  readonly summary: string
  /** A complete name to copy. */
  readonly example: string
}

/**
 * The reserved test names: an entity whose name begins with a prefix gets a known outcome. In `user.type` of Testing Library,
 * double the first bracket: `[[sanctioned]`.
 *
 * @example
 * for (const { prefix, summary } of scenarios) console.log(prefix, summary)
 */
export const scenarios: readonly Scenario[] = [
  scenario('sanctioned', 'The entity itself is sanctioned: High Risk, score 95.'),
  scenario(
    'pep',
    'A politically exposed person, Medium Risk, score 50. An organization is owned and led by such a person, score 48.',
  ),
  scenario('adverse-media', 'Adverse media about the entity itself: Medium Risk, score 60.'),
  scenario('clean', 'Always clean, whatever identifiers are given: Low Risk.'),
  scenario(
    'ownership-chain',
    'Three companies above one another, with a sanctioned person at the top: High Risk, score 81.',
  ),
  scenario(
    'ownership-cycle',
    'Three companies own part of each other in a circle; a clean owner has the rest.',
  ),
  scenario('closed-loop', 'Two companies own all of each other, so there is no ultimate owner.'),
  scenario('fifty-percent', 'A sanctioned person owns exactly half: High Risk, score 90.'),
  scenario('two-26-percent', 'Two sanctioned persons own 26 % each, 52 % together: High Risk, score 90.'),
  scenario('slow', 'Clean. The results of each screening take 10 minutes.'),
  scenario('stuck', 'Stays IN_PROGRESS and never has results. Settling the clock does not wait for it.'),
  scenario(
    'changing',
    'A different outcome at each screening, in turn: clean, adverse media, politically exposed, sanctioned.',
  ),
  scenario(
    'quirky',
    'Nearly all [quirks](quirks.md) that the client knows, spread over the responses about it.',
  ),
  scenario('large-network', 'A clean network of 5,000 nodes and more than 5,000 relations.'),
  errorScenario('error-400', 'the input is invalid.'),
  errorScenario('error-401', 'the key is invalid.'),
  errorScenario('error-403', 'the team lacks a permission.'),
  errorScenario('error-404', 'not found.'),
  errorScenario('error-429', 'too many requests, with `Retry-After: 1`.'),
  errorScenario('error-500', 'unexpected error.'),
  errorScenario('error-503', 'not available, without a `Retry-After`.'),
]

function scenario(id: ScenarioId, summary: string): Scenario {
  const prefix = `[${id}]`
  return { id, prefix, summary, example: `${prefix} Example Works Ltd`, ...scenarioRules[id] }
}

function errorScenario(id: Extract<ScenarioId, `error-${string}`>, meaning: string): Scenario {
  return scenario(id, `Creating it fails with ${scenarioRules[id].status}: ${meaning}`)
}

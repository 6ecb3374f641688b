import { didYouMean } from '../../../src/shared/text/did-you-mean.ts'
import { findScenario, scenarioRules } from './scenario-rules.ts'

/** The maximum number of warnings. If there are many different prefixes, they are probably not misspelled scenarios. */
const maxWarnings = 10
/** The maximum number of prefixes to compare. A comparison may take 0.2 ms, and a write must not delay other requests. */
const maxComparisons = 100
/** The maximum length of a prefix that is compared. A longer prefix resembles no scenario. */
const maxComparedLength = 24

/**
 * Creates a function that warns once about each prefix in brackets that is not a scenario. An entity with this prefix is
 * screened by its complete name, and usually has no hits. Without a warning, a test that expects no hits would pass by mistake.
 * The limit of warnings does not apply to the first prefix that resembles a scenario.
 */
export function createPrefixWatch(warn: (sentence: string) => void): (name: string) => void {
  const comparedPrefixes = new Set<string>()
  const suggestions = new Set<string>()
  let warnings = 0
  const prefixes = Object.keys(scenarioRules).map(id => `[${id}]`)
  return name => {
    // This function is called for every new entity. The search for a bracket rules out nearly all names.
    if (!/[[(]/.test(name) || comparedPrefixes.size === maxComparisons || findScenario(name) !== undefined)
      return
    const [prefix] = /^\s*\[[^\]]*\]/.exec(name) ?? findMisplacedScenario(name)
    if (prefix === undefined || comparedPrefixes.has(prefix)) return
    comparedPrefixes.add(prefix)
    const suggestion = prefix.length > maxComparedLength ? '' : didYouMean(prefix, prefixes)
    const isNewSuggestion = suggestion !== '' && !suggestions.has(suggestion)
    if (warnings >= maxWarnings && !isNewSuggestion) return
    warnings += 1
    suggestions.add(suggestion)
    warn(
      `entity-screening: ${describePrefix(prefix, name)} is no scenario${suggestion}. There are ${prefixes.join(', ')}.`,
    )
  }
}

function describePrefix(prefix: string, name: string): string {
  if (/^\s/.test(prefix)) return `${JSON.stringify(prefix)}, with a blank before it,`
  return name.startsWith(prefix) ? prefix : `${prefix}, after the beginning of the name,`
}

/**
 * Finds the name of a scenario that has no effect, because it is in round brackets, or not at the beginning of the entity's
 * name.
 */
function findMisplacedScenario(name: string): readonly string[] {
  const inBrackets = [...name.matchAll(/[[(]([a-z-]+)[\])]/g)]
  return inBrackets.find(([, word = '']) => Object.hasOwn(scenarioRules, word)) ?? []
}

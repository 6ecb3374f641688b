import { didYouMean } from '../../../src/shared/text/did-you-mean.ts'
import { findScenario, scenarioRules } from './scenario-rules.ts'

/** After this many different prefixes, brackets in names are not typing errors. */
const maxWarnings = 10
/** After this many, prefixes are not even compared: a comparison may take 0.2 ms, and a write must not hold other requests. */
const maxComparisons = 100
/** A longer prefix resembles no scenario. */
const maxComparedLength = 24

/**
 * Warns once of each prefix in brackets that is not a scenario. Its entity is screened by its complete name, and mostly comes out
 * clean, so that a test that expects no hit stays green. The first prefix that is near to a scenario always warns.
 */
export function createPrefixWatch(warn: (sentence: string) => void): (name: string) => void {
  const comparedPrefixes = new Set<string>()
  const suggestions = new Set<string>()
  let warnings = 0
  const prefixes = Object.keys(scenarioRules).map(id => `[${id}]`)
  return name => {
    // This runs for every new entity: the first characters rule out nearly all names.
    if (!/^\s*\[/.test(name) || comparedPrefixes.size === maxComparisons || findScenario(name) !== undefined)
      return
    const [prefix] = /^\s*\[[^\]]*\]/.exec(name) ?? []
    if (prefix === undefined || comparedPrefixes.has(prefix)) return
    comparedPrefixes.add(prefix)
    const suggestion = prefix.length > maxComparedLength ? '' : didYouMean(prefix, prefixes)
    const isNewSuggestion = suggestion !== '' && !suggestions.has(suggestion)
    if (warnings >= maxWarnings && !isNewSuggestion) return
    warnings += 1
    suggestions.add(suggestion)
    const quotedPrefix = prefix.startsWith('[')
      ? prefix
      : `${JSON.stringify(prefix)}, with a blank before it,`
    warn(`entity-screening: ${quotedPrefix} is no scenario${suggestion}. There are ${prefixes.join(', ')}.`)
  }
}

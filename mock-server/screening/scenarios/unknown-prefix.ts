import { didYouMean } from '../../../src/shared/text/did-you-mean.ts'
import { findScenario, scenarioRules } from './scenario-rules.ts'

/** After this many different prefixes, brackets in names are not typing errors. */
const maxWarnings = 10

/**
 * Warns once of each prefix in brackets that is not a scenario. Its entity is screened by its complete name, and mostly comes out
 * clean, so that a test that expects no hit stays green.
 */
export function createPrefixWatch(warn: (sentence: string) => void): (name: string) => void {
  const warnedPrefixes = new Set<string>()
  const prefixes = Object.keys(scenarioRules).map(id => `[${id}]`)
  return name => {
    // This runs for every new entity: the first character rules out nearly all names.
    if (!name.startsWith('[') || warnedPrefixes.size === maxWarnings || findScenario(name) !== undefined)
      return
    const [prefix] = /^\[[^\]]*\]/.exec(name) ?? []
    if (prefix === undefined || warnedPrefixes.has(prefix)) return
    warnedPrefixes.add(prefix)
    const suggestion = didYouMean(prefix, prefixes)
    warn(`entity-screening: ${prefix} is no scenario${suggestion}. There are ${prefixes.join(', ')}.`)
  }
}

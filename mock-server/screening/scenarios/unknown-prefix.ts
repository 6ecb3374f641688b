import { didYouMean } from '../../../src/shared/text/did-you-mean.ts'
import { findScenario, rules } from './reserved.ts'

/** After so many prefixes, a name in brackets is no typing error. */
const maxWarnings = 10

/**
 * Warns, once for each, of a prefix in brackets that is no scenario: its entity is screened by its whole name, and mostly comes
 * out clean, so that a test that expects nothing stays green.
 */
export function createPrefixWatch(warn: (sentence: string) => void): (name: string) => void {
  const warnedPrefixes = new Set<string>()
  const prefixes = Object.keys(rules).map(id => `[${id}]`)
  return name => {
    // Called for every new entity: the first character rules out nearly all names.
    if (!name.startsWith('[') || warnedPrefixes.size === maxWarnings || findScenario(name) !== undefined)
      return
    const [prefix] = /^\[[^\]]*\]/.exec(name) ?? []
    if (prefix === undefined || warnedPrefixes.has(prefix)) return
    warnedPrefixes.add(prefix)
    const suggestion = didYouMean(prefix, prefixes)
    warn(`entity-screening: ${prefix} is no scenario${suggestion}. There are ${prefixes.join(', ')}.`)
  }
}

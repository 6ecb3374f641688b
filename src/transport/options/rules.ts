import { createValueIssues, type Issue, listFields, quoteKey } from '../../contract/issues.ts'
import { isRecord } from '../../shared/json.ts'

/** Returns the message for an invalid value of an option; null for a valid value. */
export type Rule = (value: unknown) => string | null

/** The rule of each option; for an option that is an object, the rules of its fields. */
export type Rules = { readonly [option: string]: Rule | Rules }

export function createRule(allows: (value: unknown) => boolean, message: string): Rule {
  return value => (allows(value) ? null : message)
}

export function oneOf(...allowed: readonly unknown[]): Rule {
  return createRule(value => allowed.includes(value), `must be one of "${allowed.join('", "')}"`)
}

/** The maximum number of unknown options with an issue each. An object with more of them is another object. */
const maxUnknownOptions = 5

/** Validates options. Returns an issue for each invalid option. An undefined option is treated as missing. */
export function findOptionIssues(rules: Rules, options: unknown, path: Issue['path'] = []): Issue[] {
  if (!isRecord(options) || options instanceof Promise)
    return createValueIssues(path, options, 'must be an object of options')
  const isUnknown = (name: string) => options[name] !== undefined && !Object.hasOwn(rules, name)
  const unknownNames = Object.keys(options).filter(isUnknown)
  if (unknownNames.length > maxUnknownOptions) {
    const names = unknownNames.slice(0, maxUnknownOptions).map(quoteKey).join(', ')
    const more = unknownNames.length - maxUnknownOptions
    return [{ path, message: `must be options, and these are not: ${names}, and ${more} more` }]
  }
  return Object.entries(options).flatMap(([name, value]): Issue[] => {
    if (value === undefined) return []
    const optionPath = [...path, name]
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (typeof rule === 'object') return findOptionIssues(rule, value, optionPath)
    const message = rule ? rule(value) : `is not a field here${listFields(name, Object.keys(rules))}`
    return message === null ? [] : createValueIssues(optionPath, value, message)
  })
}

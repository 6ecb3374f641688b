import { isPlainObject, isRecord } from '../../shared/json.ts'
import type { Hooks } from './options.ts'

const hookNames = [
  'beforeRequest',
  'afterResponse',
  'afterFailure',
  'afterCall',
] as const satisfies readonly (keyof Hooks)[]

/**
 * Copies options, and the lists and plain objects in them one level deep, so that later changes by the caller have no effect.
 * Signals, class instances and objects with methods, such as a logger, are not copied. A value that is not an object of options is
 * returned as it is, so that validation can refuse it.
 */
export function copyOptions<Options>(options: Options): Options {
  if (!isRecord(options) || options instanceof Promise) return options
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, copyOption(value)]),
    // The copy has the same fields as the options.
  ) as Options
}

function copyOption(value: unknown): unknown {
  if (Array.isArray(value)) return [...value]
  if (!isPlainObject(value) || Object.values(value).some(member => typeof member === 'function')) return value
  return { ...value }
}

/** Copies hooks. The copies are bound to the original object, because the methods of a class instance use `this`. */
export function bindHooks(hooks: Hooks): Hooks {
  if (!isRecord(hooks)) return hooks
  const methods = hookNames.flatMap(name => {
    const hook = hooks[name]
    return typeof hook === 'function' ? [[name, hook.bind(hooks)]] : []
  })
  return { ...hooks, ...Object.fromEntries(methods) }
}

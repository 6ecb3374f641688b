import { createRequire } from 'node:module'

/** The version of the package. Its description lies one folder above this file, and above the built command. */
export function readVersion(): string {
  const description: unknown = createRequire(import.meta.url)('../package.json')
  const version =
    typeof description === 'object' && description !== null && Reflect.get(description, 'version')
  return typeof version === 'string' ? version : 'unknown'
}

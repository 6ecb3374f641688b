import { createRequire } from 'node:module'

/** The version of the package. The package.json is one folder above this file, and above the built command. */
export function packageVersion(): string {
  const description: { version?: string } = createRequire(import.meta.url)('../package.json')
  return description.version ?? 'unknown'
}

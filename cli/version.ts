import { createRequire } from 'node:module'

/** The version of the package. The package.json is one folder above this file, both in the source and in the built package. */
export function packageVersion(): string {
  const description: { version?: string } = createRequire(import.meta.url)('../package.json')
  return description.version ?? 'unknown'
}

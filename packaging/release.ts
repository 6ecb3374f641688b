import { fileURLToPath } from 'node:url'
import { rehearse } from './rehearsal.ts'
import { assertAddresses } from './repository.ts'
import { run } from './run.ts'

/**
 * `npm run release` publishes the version in package.json, unless it is published already, and tags it. It refuses a
 * package.json without `repository`, `homepage` and `bugs`. It is what the release
 * workflow runs once the pull request that raises the version is merged.
 * `npm run release -- --dry-run` does all of it on this machine only.
 */
async function publish(): Promise<void> {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  assertAddresses()
  await run('npx', ['--no-install', 'changeset', 'publish'], { folder, isShown: true })
}

const [mode, ...others] = process.argv.slice(2)
if ((mode !== undefined && mode !== '--dry-run') || others.length > 0) {
  console.error('npm run release [-- --dry-run]')
  process.exitCode = 2
} else {
  await (mode === '--dry-run' ? rehearse() : publish())
}

import { fileURLToPath } from 'node:url'
import { rehearse } from './rehearsal.ts'
import { namedRepository, workflowRepository } from './repository.ts'
import { run } from './run.ts'

/**
 * `npm run release` publishes the version in package.json, unless it is published already, and tags it. It is what the release
 * workflow runs once the pull request that raises the version is merged.
 * `npm run release -- --dry-run` does all of it on this machine only.
 */
async function publish(): Promise<void> {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const workflow = workflowRepository()
  // Provenance is only given to a package that names the repository that it is built from.
  if (namedRepository() === undefined && workflow !== undefined) {
    await run('npm', ['pkg', 'set', 'repository.type=git', `repository.url=git+${workflow}.git`], { folder })
  }
  await run('npx', ['--no-install', 'changeset', 'publish'], { folder, isShown: true })
}

const [mode, ...others] = process.argv.slice(2)
if ((mode !== undefined && mode !== '--dry-run') || others.length > 0) {
  console.error('npm run release [-- --dry-run]')
  process.exitCode = 2
} else {
  await (mode === '--dry-run' ? rehearse() : publish())
}

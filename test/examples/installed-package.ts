import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'
import tsup from '../../tsup.config.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Creates a CommonJS project with the package as it is published, and msw 2. Returns its folder.
 *
 * @param packages - Further packages of the repository.
 */
export async function createProjectWithPackage(packages: readonly string[]): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'entity-screening-'))
  const installed = join(project, 'node_modules/entity-screening-sdk')
  await mkdir(installed, { recursive: true })
  await cp(join(root, 'package.json'), join(installed, 'package.json'))
  await build({ ...tsup, config: false, dts: false, silent: true, outDir: join(installed, 'dist') })
  await writeFile(join(project, 'package.json'), '{ "private": true }')
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const names = [...Object.keys(dependencies), 'zod', ...packages]
  const links = [['msw', 'msw-2'] as const, ...names.map(name => [name, name] as const)]
  for (const [name, from] of links) {
    await mkdir(dirname(join(project, 'node_modules', name)), { recursive: true })
    await symlink(join(root, 'node_modules', from), join(project, 'node_modules', name), 'junction')
  }
  return project
}

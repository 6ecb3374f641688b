import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The package as users install it. */
export interface Tarball {
  readonly path: string
  readonly bytes: number
}

/** Packs the package, which is built, into a folder. */
export async function packPackage(folder: string): Promise<Tarball> {
  const parameters = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const { stdout } = await promisify(execFile)('npm', parameters, { shell: process.platform === 'win32' })
  const [{ filename, size }] = JSON.parse(stdout)
  return { path: join(folder, filename), bytes: size }
}

/** Installs a package, by its name or the path of its tarball, into a new folder, by a cache of npm in the folder of the run. */
export async function installPackage(specifier: string, folder: string, cache: string): Promise<void> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const parameters = ['install', specifier, '--cache', cache, '--prefer-offline', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', parameters, { cwd: folder, shell: process.platform === 'win32' })
}

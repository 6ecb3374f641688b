import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What the package is held against has a package.json of its own: who only contributes does not download it. */
export const peers = resolve('bench/peers')

export function findPeer(path: string): string {
  return join(peers, 'node_modules', path)
}

/** The SDK that hey-api generates: beside our zod, which is another than that of the peers. */
const generated = 'node_modules/.cache/entity-screening-bench/hey-api'

/** Installs the peers, generates what is generated, and checks the types of the programs that use both. */
export function preparePeers(): void {
  install()
  execFileSync(process.execPath, [join(peers, 'generate.ts'), generated])
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--project', peers], {
    stdio: 'inherit',
  })
}

/** As their lock file says, unless they have been since it changed. */
function install(): void {
  const changed = statSync(join(peers, 'package-lock.json')).mtimeMs
  const installed = statSync(findPeer('.package-lock.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (installed > changed) return
  console.log('Installing the peers into bench/peers/node_modules, once.')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: peers,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
}

/** The versions of what is measured: the peers, and what is used of the package's own dependencies. */
export function versions(): string {
  const { dependencies } = JSON.parse(readFileSync(join(peers, 'package.json'), 'utf8'))
  const beside = Object.keys(dependencies)
  const own = ['ky', 'zod', 'msw', 'openapi-fetch']
  const of = (folder: string) => (name: string) => {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    return `${name} ${version}`
  }
  return `Peers: ${beside.map(of(peers)).join(', ')}. With the package: ${own.map(of('.')).join(', ')}.`
}

import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of the alternatives. Their package.json is separate, so that `npm install` does not download them. */
export const peers = resolve('bench/peers')

export function findPeer(path: string): string {
  return join(peers, 'node_modules', path)
}

/** The SDK that hey-api generates. It uses our zod, which is newer than that of the peers. */
const generated = 'node_modules/.cache/entity-screening-bench/hey-api'

/** Installs the peers, and generates an SDK. */
export function preparePeers(): void {
  installPeers()
  execFileSync(process.execPath, [join(peers, 'generate.ts'), generated])
}

/** Checks the types of the programs that use the peers: `npm run typecheck` leaves them out. */
export function checkTypes(): void {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '--project', peers], {
    stdio: 'inherit',
  })
}

/** Installs the peers by their lock file, if it changed since the last time. */
function installPeers(): void {
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

/** Lists the versions of the peers, and of the package's dependencies. */
export function listVersions(): string {
  const { dependencies } = JSON.parse(readFileSync(join(peers, 'package.json'), 'utf8'))
  const peerNames = Object.keys(dependencies)
  const own = ['ky', 'zod', 'msw', 'openapi-fetch']
  const versionIn = (folder: string) => (name: string) => {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
    return `${name} ${version}`
  }
  return `Peers: ${peerNames.map(versionIn(peers)).join(', ')}. With the package: ${own.map(versionIn('.')).join(', ')}.`
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { run } from './run.ts'

/** A registry on this machine, which knows nothing but what is published to it. */
export interface LocalRegistry {
  readonly address: string
  /** Makes npm use it, and leaves the user's settings and cache alone. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Everybody may publish, for it is gone in a minute; without uplinks nothing is fetched from anywhere. */
const settings = {
  storage: './storage',
  auth: { htpasswd: { file: './htpasswd', max_users: -1 } },
  uplinks: {},
  packages: { '**': { access: '$all', publish: '$all' } },
  log: { type: 'stdout', format: 'pretty', level: 'warn' },
}

/** What it is made of: one of its dependencies is asked for by a tag that not every registry has. */
const parts = { private: true, dependencies: { verdaccio: '^6.0.0' }, overrides: { 'node-fetch': '^2.7.0' } }

/** Installs verdaccio into a folder and starts it there. */
export async function startRegistry(folder: string): Promise<LocalRegistry> {
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify(parts))
  // Its settings are YAML, which JSON is a part of.
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(settings))
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { folder })

  const host = `127.0.0.1:${await freePort()}`
  const address = `http://${host}/`
  // npm publishes nowhere without a token, and this registry takes any.
  await writeFile(join(folder, 'npmrc'), `//${host}/:_authToken=anybody\n`)
  const child = spawn(
    process.execPath,
    [join('node_modules', 'verdaccio', 'bin', 'verdaccio'), '--config', 'config.yaml', '--listen', host],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'close')
  const close = async () => {
    child.kill()
    await ended
  }
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  if (!(await answers(address))) {
    await close()
    throw new Error(`verdaccio does not answer:\n${said}`)
  }
  return {
    address,
    environment: {
      npm_config_registry: address,
      npm_config_userconfig: join(folder, 'npmrc'),
      npm_config_cache: join(folder, 'cache'),
      // Where something was built is proved to a registry that asks a third party.
      npm_config_provenance: 'false',
    },
    close,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('there is no free port')
  return address.port
}

/** It takes a moment to start. */
async function answers(address: string): Promise<boolean> {
  for (let tries = 0; tries < 300; tries += 1) {
    const response = await fetch(`${address}-/ping`).catch(() => undefined)
    if (response?.ok) return true
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return false
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { EntityScreening } from 'entity-screening-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from '../../bundle.ts'

const apiKey = 'full-disk-key'
/** A limit for the size of files stands in for a disk that is full: a write fails halfway, until there is room again. */
const canLimit = spawnSync('prlimit', ['--fsize=1000000', 'true']).status === 0

describe('entity-screening serve --state on a disk that is full', () => {
  let folder = ''
  let command = ''
  let state = ''
  let child: ChildProcess | undefined
  let said = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-full-'))
    command = join(folder, 'cli.mjs')
    await bundle('cli/index.ts', command)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  afterEach(() => child?.kill('SIGKILL'))

  async function serve(limit: number | 'unlimited') {
    const parameters = ['serve', '--port', '0', '--quiet', '--key', `${apiKey}=team`, '--state', state]
    // A process that goes beyond a limit is killed, unless it ignores the signal.
    const limited = `trap '' XFSZ; exec prlimit --fsize=${limit}: "$0" "$@"`
    child = spawn('sh', ['-c', limited, process.execPath, command, ...parameters])
    said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += String(chunk)
    })
    if (child.stdout === null) throw new Error('the command has no output')
    const [line] = await once(createInterface(child.stdout), 'line')
    const baseUrl = String(line).replace('listening on ', '')
    return new EntityScreening({ apiKey, baseUrl, maxRetries: 0, logLevel: 'off' })
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM') {
    child?.kill(signal)
    return child && once(child, 'close')
  }

  const namesOf = async (client: EntityScreening) => (await client.entities.list()).map(({ name }) => name)

  if (canLimit) {
    it('reports it, refuses later changes with 500, goes on to read, ends with 1, and keeps an earlier state whole', async () => {
      state = join(folder, 'full')
      const client = await serve(1_000_000)
      const ended = child && once(child, 'close')
      const kept: string[] = []
      const flood = async () => {
        for (let number = 0; ; number += 1) {
          const name = `Company ${number} ${'x'.repeat(number % 90)}`
          await client.entities.create({ type: 'organization', name })
          kept.push(name)
        }
      }
      await expect(flood()).rejects.toMatchObject({
        status: 500,
        reason: 'The state can no longer be stored, so it does not change.',
      })
      expect(kept.length).toBeGreaterThan(20)
      expect(await namesOf(client)).toEqual(kept)
      child?.kill('SIGTERM')
      expect(await ended).toEqual([1, null])
      expect(said).toMatch(
        /^entity-screening: the state cannot be kept in \S+full: .*\. Requests that would change it are refused until a restart\.\n/,
      )
      const stored = await namesOf(await serve('unlimited'))
      expect(stored.length).toBeGreaterThan(20)
      expect(stored).toEqual(kept.slice(0, stored.length))
      expect(await end('SIGTERM')).toEqual([0, null])
      expect((await readdir(folder)).filter(name => name.startsWith('full'))).toEqual(['full'])
    })
  } else {
    it('is not tested without prlimit', () => {
      console.warn('a full disk is not tested: there is no prlimit here')
    })
  }
})

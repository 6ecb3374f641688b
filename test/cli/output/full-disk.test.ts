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

describe('entity-screening serve --state on a disk that is full', { timeout: 60_000 }, () => {
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
    it('undoes what it refuses, leaks nothing, and takes more when there is room again', async () => {
      state = join(folder, 'full')
      const client = await serve(20_000)
      const kept: string[] = []
      const refused: unknown[] = []
      const descriptors: number[] = []
      for (let number = 0; refused.length < 60; number += 1) {
        const name = `Company ${number} ${'x'.repeat(number % 90)}`
        await client.entities.create({ type: 'organization', name }).then(
          () => kept.push(name),
          (error: unknown) => refused.push(error),
        )
        descriptors.push((await readdir(`/proc/${child?.pid}/fd`)).length)
        expect(await namesOf(client)).toEqual(kept)
      }
      expect(kept.length).toBeGreaterThan(20)
      for (const error of refused) {
        expect(error).toMatchObject({
          status: 500,
          reason: 'The changes of this request could not be stored.',
        })
      }
      expect(descriptors.at(-1)).toBe(descriptors[30])
      // A bulk creation that does not fit leaves none of its rows.
      const rows = kept.map(
        name => ({ type: 'organization', name: `${name} again`, countryCode: 'DE' }) as const,
      )
      await expect(client.entities.createBulk(rows)).rejects.toMatchObject({ status: 500 })
      expect(await namesOf(client)).toEqual(kept)

      expect(spawnSync('prlimit', ['--pid', String(child?.pid), '--fsize=unlimited:']).status).toBe(0)
      kept.push((await client.entities.create({ type: 'organization', name: 'There is room' })).name)
      expect(await namesOf(client)).toEqual(kept)
      await end('SIGKILL')
      expect(await namesOf(await serve('unlimited'))).toEqual(kept)
      expect(await end('SIGTERM')).toEqual([0, null])
    })

    it('says so when it stops, ends with 1, and has lost nothing', async () => {
      state = join(folder, 'stopping')
      const first = await serve('unlimited')
      const rows = Array.from({ length: 300 }, (_, number) => `Company ${number}`)
      await first.entities.createBulk(rows.map(name => ({ type: 'organization', name, countryCode: 'DE' })))
      await end('SIGTERM')
      const second = await serve(20_000)
      await second.entities.create({ type: 'organization', name: 'The last one' })
      expect(await end('SIGTERM')).toEqual([1, null])
      expect(said).toMatch(
        /^entity-screening: \S+stopping could not be written at the end \(EFBIG: .*\); nothing is lost: it goes with \S+stopping\.journal-2, which the next start reads\n$/,
      )
      expect((await readdir(folder)).filter(name => name.startsWith('stopping'))).toEqual([
        'stopping',
        'stopping.journal-2',
      ])
      expect(await namesOf(await serve('unlimited'))).toEqual([...rows, 'The last one'])
      expect(await end('SIGTERM')).toEqual([0, null])
    })
  } else {
    it('is not tested: prlimit is not there', () => {
      console.warn('a full disk is not tested: there is no prlimit here')
    })
  }
})

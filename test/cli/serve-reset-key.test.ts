import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it, onTestFinished } from 'vitest'
import { reloadData } from '../../cli/serve/data.ts'
import { followResetKey } from '../../cli/serve/reset-key.ts'

const apiKey = 'a-key-of-the-team'

it('"r" and Enter read the data again and reset; a file that cannot be read, or is wrong, changes nothing', {
  tags: 'long',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'serve-reset-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'data.json')
  const createServer = () => createMockServer({ keys: { [apiKey]: 'team-1' } })
  const server = createServer()
  const input = new PassThrough()
  const notes: string[] = []
  const leaving = new AbortController()
  const ended = followResetKey({
    input,
    isInForeground: async () => true,
    reset: () => reloadData(server, { file, team: 'team-1', createServer }),
    note: line => notes.push(line),
    signal: leaving.signal,
  })
  const names = () => server.snapshot().teams.flatMap(({ entities }) => entities.map(({ name }) => name))
  async function press(line: string): Promise<void> {
    const before = notes.length
    input.write(`${line}\n`)
    await expect.poll(() => notes.length).toBe(before + 1)
  }

  await writeFile(file, JSON.stringify([{ type: 'organization', name: 'Nordwind GmbH' }]))
  await press('r')
  expect(names()).toEqual(['Nordwind GmbH'])
  server.faults.add({ status: 503 })
  await writeFile(file, JSON.stringify([{ type: 'organization', name: 'Südwind GmbH' }]))
  await press('r')
  expect([names(), server.faults.list()]).toEqual([['Südwind GmbH'], []])
  server.faults.add({ status: 503 })
  await writeFile(file, JSON.stringify([{ type: 'company', name: 'Westwind GmbH' }]))
  await press('r')
  expect(notes.at(-1)).toMatch(/not reset: .*data\.json: .*type/)
  await rm(file)
  await press('r')
  expect(notes.at(-1)).toMatch(/not reset: .*data\.json/)
  expect(names()).toEqual(['Südwind GmbH'])
  expect(server.faults.list()).toHaveLength(1)

  // Another line is no reset.
  await writeFile(file, JSON.stringify([{ type: 'organization', name: 'Ostwind GmbH' }]))
  input.write('reset\n\nR\n')
  await press('r')
  expect(names()).toEqual(['Ostwind GmbH'])
  expect(notes.filter(note => note.includes('is reset'))).toHaveLength(3)
  leaving.abort()
  await ended
})

it('the terminal is not read in the background, where that would stop the server, and is read again in the foreground', async () => {
  const input = new PassThrough()
  let isForeground = false
  let resets = 0
  const notes: string[] = []
  const leaving = new AbortController()
  const ended = followResetKey({
    input,
    isInForeground: async () => isForeground,
    reset: async () => {
      resets += 1
    },
    note: line => notes.push(line),
    signal: leaving.signal,
  })
  const continueJob = async () => {
    process.emit('SIGCONT')
    await new Promise(setImmediate)
  }
  await new Promise(setImmediate)
  expect(input.isPaused()).toBe(true)
  isForeground = true
  await continueJob()
  input.write('r\n')
  await expect.poll(() => notes.length).toBe(1)
  isForeground = false
  await continueJob()
  expect(input.isPaused()).toBe(true)
  // The shell continues the server, which then ends before it knows where it is.
  isForeground = true
  process.emit('SIGCONT')
  leaving.abort()
  await ended
  await continueJob()
  expect([resets, input.isPaused()]).toEqual([1, true])
})

import * as files from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openStateFile } from '../../../mock-server/adapters/state-file.ts'

/** The times at which writes began and ended. */
const writes: { start: number; end: number }[] = []

vi.mock(import('node:fs/promises'), async original => {
  const actual = await original()
  return {
    ...actual,
    async open(...parameters: Parameters<typeof actual.open>) {
      writes.push({ start: performance.now(), end: Number.NaN })
      // As slow as a large state.
      await new Promise(resolve => setTimeout(resolve, 40))
      return actual.open(...parameters)
    },
    async rename(...parameters: Parameters<typeof actual.rename>) {
      await actual.rename(...parameters)
      const latest = writes.at(-1)
      if (latest !== undefined) latest.end = performance.now()
    },
  }
})

it('after a write there is a pause of ten times its duration, and one write at a time', async () => {
  const folder = await files.mkdtemp(join(tmpdir(), 'entity-screening-pauses-'))
  onTestFinished(() => files.rm(folder, { recursive: true }))
  const server = createMockServer()
  const state = await openStateFile(join(folder, 'state.json'), server)
  while (writes.length < 4) {
    server.teams.create()
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  await state.close()
  // The last write is that of the end.
  const later = writes.slice(1, -1)
  for (const [index, { start }] of later.entries()) {
    const before = writes[index]
    expect(start - (before?.end ?? 0)).toBeGreaterThan(10 * 40 - 5)
  }
})

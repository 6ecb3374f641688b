import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteJournals } from 'entity-screening-sdk/portfolio'
import { expect, it, onTestFinished } from 'vitest'
import { bundle } from '../../bundle.ts'
import { linesOf } from './stores.ts'

const program = `
  import { writeSync } from 'node:fs'
  import { sqliteJournals } from './src/portfolio/journal/sqlite-journals.ts'
  async function main() {
    const journal = await sqliteJournals(process.argv[2]).open('main')
    for (let line = 0; ; line += 1) {
      await journal.append(String(line))
      writeSync(1, line + '\\n')
    }
  }
  main()
`

it('a journal of a killed process has each line that was acknowledged, and is taken over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-killed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = join(folder, 'program.cjs')
  await bundle(program, script)
  const file = join(folder, 'import.journal')
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let acknowledged = ''
  child.stdout.on('data', chunk => {
    acknowledged += chunk
    if (acknowledged.length > 100) child.kill('SIGKILL')
  })
  await once(child, 'close')

  const journal = await sqliteJournals(file).open('main')
  onTestFinished(() => journal.close())
  expect(journal.isTakenOver).toBe(true)
  const lines = await linesOf(journal)
  expect(lines).toEqual(lines.map((_, index) => String(index)))
  expect(lines.length).toBeGreaterThanOrEqual(acknowledged.trim().split('\n').length)
})

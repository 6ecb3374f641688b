import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteJournals } from '../../../src/portfolio/journal/sqlite-journals.ts'
import { bundle } from '../../bundle.ts'
import { linesOf } from './stores.ts'

const open = (path: string) => sqliteJournals(path).open('main')
const inspect = (path: string) => sqliteJournals(path).inspect('main')

let folder = ''
let file = ''
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'entity-screening-journal-')))
  file = join(folder, 'import.journal')
})
afterEach(() => rm(folder, { recursive: true }))

describe('a disk', () => {
  let disk = ''
  beforeEach(async () => {
    disk = join(folder, 'disk')
    await mkdir(disk)
  })

  function mount(options: string): boolean {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', disk], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }

  it('that is full is said to be, and what was acknowledged before is there', async ({ skip }) => {
    skip(!mount('size=1m'), 'a full disk is not tested: `mount` is not permitted here')
    try {
      file = join(disk, 'import.journal')
      const journal = await open(file)
      let kept = 0
      const fill = async () => {
        for (;;) {
          await journal.append('x'.repeat(10_000))
          kept += 1
        }
      }
      await expect(fill()).rejects.toThrow(/import\.journal cannot be (read or )?written: the disk/)
      expect(() => journal.check()).toThrow(/the disk/)
      await journal.close()
      expect(kept).toBeGreaterThan(10)
      const glance = await inspect(file)
      expect(glance?.lines).toHaveLength(kept)
    } finally {
      execFileSync('umount', [disk])
    }
  })

  it('that is read-only is said to be', async ({ skip }) => {
    skip(!mount('size=1m'), 'a read-only disk is not tested: `mount` is not permitted here')
    try {
      file = join(disk, 'import.journal')
      await (await open(file)).close()
      execFileSync('mount', ['-o', 'remount,ro', disk])
      await expect(open(file)).rejects.toThrow(/EROFS|import\.journal/)
      await expect(open(join(disk, 'new.journal'))).rejects.toThrow('EROFS')
    } finally {
      execFileSync('umount', [disk])
    }
  })
})

it('a journal in a file is lost to another process where this one has dropped its lock by reading it: no line is kept', async () => {
  const journal = await open(file)
  await journal.append('"mine"')
  await readFile(`${file}-lock`)
  const program = `
    import { sqliteJournals } from './src/portfolio/journal/sqlite-journals.ts'
    async function main() {
      const journal = await sqliteJournals(process.argv[2]).open('main')
      await journal.append('"theirs"')
      console.log(journal.isTakenOver, journal.token)
      await journal.close()
    }
    main()
  `
  const script = join(folder, 'other.cjs')
  await bundle(program, script)
  const { said } = await run(script, file)
  // An operating system that keeps locks by the open file loses none by this.
  if (!said.includes('true 2')) return
  expect(() => journal.check()).toThrow(/was moved, removed or replaced|has taken it over/)
  await expect(journal.append('"mine too"')).rejects.toThrow()
  await journal.close()
  expect(await read()).toEqual(['"mine"', '"theirs"'])
})

async function read(): Promise<string[]> {
  const journal = await open(file)
  const lines = await linesOf(journal)
  await journal.close()
  return lines
}

async function run(script: string, ...parameters: string[]) {
  const child = spawn(process.execPath, [script, ...parameters], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', piece => (said += piece))
  const [status] = await once(child, 'close')
  return { said, status }
}

type Step = { append: string } | { replace: string[] }

it('a process that is killed between any two statements loses nothing that was acknowledged', async () => {
  // Kills itself before a call of SQLite, and says what was acknowledged until then.
  const program = `
    import { writeSync } from 'node:fs'
    import { DatabaseSync, StatementSync } from 'node:sqlite'
    import { sqliteJournals } from './src/portfolio/journal/sqlite-journals.ts'
    const [file, fatal, steps] = process.argv.slice(2)
    let calls = 0
    for (const [prototype, name] of [[StatementSync.prototype, 'all'], [DatabaseSync.prototype, 'exec'], [DatabaseSync.prototype, 'close']]) {
      const method = prototype[name]
      prototype[name] = function (...given) {
        calls += 1
        if (calls === Number(fatal)) process.kill(process.pid, 'SIGKILL')
        return method.apply(this, given)
      }
    }
    async function main() {
      const journal = await sqliteJournals(file).open('main')
      for (const step of JSON.parse(steps)) {
        await (step.append === undefined ? journal.replace(step.replace) : journal.append(step.append))
        writeSync(1, 'a')
      }
      await journal.close()
      writeSync(1, 'closed')
    }
    main()
  `
  const script = join(folder, 'killed.cjs')
  await bundle(program, script)
  const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map(text => JSON.stringify(text))
  const step = fc.oneof(
    { weight: 3, arbitrary: line.map((append): Step => ({ append })) },
    { weight: 1, arbitrary: fc.array(line, { maxLength: 3 }).map((replace): Step => ({ replace })) },
  )
  const apply = (lines: readonly string[], given: Step | undefined) => {
    if (given === undefined) return lines
    return 'append' in given ? [...lines, given.append] : given.replace
  }
  let finished = 0
  for (let fatal = 1; finished < 2; fatal += 1) {
    const [steps = []] = fc.sample(fc.array(step, { minLength: 3, maxLength: 5 }), 1)
    file = join(folder, `${fatal}.journal`)
    const { said, status } = await run(script, file, String(fatal), JSON.stringify(steps))
    if (status === 0) finished += 1
    const acknowledged = said.replace('closed', '').length
    const before = steps.slice(0, acknowledged).reduce<readonly string[]>(apply, [])
    const journal = await open(file)
    expect([before, apply(before, steps[acknowledged])]).toContainEqual(await linesOf(journal))
    if (said.includes('closed')) expect(journal.isTakenOver).toBe(false)
    else if (acknowledged > 0 && acknowledged < steps.length) expect(journal.isTakenOver).toBe(true)
    await journal.append('"next"')
    await journal.close()
    const names = await readdir(folder)
    expect(names.filter(name => name.startsWith(`${fatal}.`))).toEqual([`${fatal}.journal`])
  }
})

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteJournals } from '../../../src/portfolio/journal/sqlite-journals.ts'
import { bundle } from '../../bundle.ts'
import { linesOf } from './stores.ts'

const open = (path: string, name = 'main') => sqliteJournals(path).open(name)
const inspect = (path: string, name = 'main') => sqliteJournals(path).inspect(name)

let folder = ''
let file = ''
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'entity-screening-journal-')))
  file = join(folder, 'import.journal')
})
afterEach(() => rm(folder, { recursive: true }))

async function read(name?: string): Promise<string[]> {
  const journal = await open(file, name)
  const lines = await linesOf(journal)
  await journal.close()
  return lines
}

describe('a journal in a file', () => {
  it('is one file when it is closed, for its owner alone, which can be copied', async () => {
    const journal = await open(file)
    await journal.append('{"a":1}')
    const names = await readdir(folder)
    expect(names.sort()).toEqual(['', '-lock', '-shm', '-wal'].map(end => `import.journal${end}`))
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    await journal.close()
    expect(await readdir(folder)).toEqual(['import.journal'])
    await copyFile(file, join(folder, 'copy.journal'))
    file = join(folder, 'copy.journal')
    expect(await read()).toEqual(['{"a":1}'])
  })

  it('goes on in a copy that SQLite has made', async () => {
    await (await open(file)).close()
    const copy = join(folder, 'copy.journal')
    const other = new DatabaseSync(file)
    other.exec(`vacuum into '${copy}'`)
    other.close()
    const journal = await open(copy)
    await journal.append('{"a":1}')
    journal.check()
    await journal.close()
    expect((await inspect(copy))?.lines).toEqual(['{"a":1}'])
  })

  it('is one of several in the file, each with a lock of its own', async () => {
    const names = ['main', '1/2', '2/2', 'Ä customers', 'customers']
    const journals = await Promise.all(names.map(name => open(file, name)))
    await Promise.all(
      journals.flatMap((journal, at) => [1, 2, 3].map(line => journal.append(`${names[at]} ${line}`))),
    )
    const locks = (await readdir(folder)).filter(name => name.includes('-lock'))
    expect(locks.sort()).toEqual([
      'import.journal-lock',
      'import.journal-lock-1-2',
      'import.journal-lock-2-2',
      expect.stringMatching(/^import\.journal-lock-[0-9a-f]{1,8}$/),
      'import.journal-lock-customers',
    ])
    for (const journal of journals) await journal.close()
    for (const name of names) expect(await read(name)).toEqual([1, 2, 3].map(line => `${name} ${line}`))
    expect(await readdir(folder)).toEqual(['import.journal'])
  })

  it('is held by one at a time, whatever link names it', async () => {
    const journal = await open(file)
    await symlink(folder, join(folder, 'link'))
    await symlink('import.journal', join(folder, 'other.journal'))
    for (const name of ['import.journal', 'link/import.journal', 'other.journal'])
      await expect(open(join(folder, name))).rejects.toThrow(`${file} is in use by another process`)
    await expect(open(file, '2/8'))
      .resolves.toMatchObject({ isTakenOver: false })
      .then(() => {})
    await journal.close()
  })

  it('is looked at while it is held, and nothing is created to look', async () => {
    expect(await inspect(file)).toBeNull()
    expect(await readdir(folder)).toEqual([])
    await writeFile(file, '')
    expect(await inspect(file)).toBeNull()
    const journal = await open(file)
    await journal.append('"one"')
    expect(await inspect(file)).toEqual({ lines: ['"one"'], isHeld: true })
    expect(await inspect(file, '2/8')).toBeNull()
    journal.check()
    await journal.close()
    expect(await inspect(file)).toMatchObject({ isHeld: false })
    expect(await readdir(folder)).toEqual(['import.journal'])
  })

  it.each([
    ['moved', 'import.journal', (path: string) => rename(path, `${path}.moved`)],
    ['removed', 'import.journal', (path: string) => rm(path)],
    ['moved', 'import.journal-lock', (path: string) => rename(path, `${path}.moved`)],
    ['removed', 'import.journal-lock', (path: string) => rm(path)],
    [
      'replaced',
      'import.journal-lock',
      async (path: string) => {
        await writeFile(`${path}.new`, '')
        await rename(`${path}.new`, path)
      },
    ],
    ['removed', 'import.journal-wal', (path: string) => rm(path)],
  ])('is lost when somebody has %s %s', async (_, name, change) => {
    const journal = await open(file)
    await journal.append('"mine"')
    await change(join(folder, name))
    const said = `${join(folder, name)} was moved, removed or replaced: another process may have begun`
    expect(() => journal.check()).toThrow(said)
    await expect(journal.append('"mine too"')).rejects.toThrow(said)
    expect(journal.leaseLost.reason).toMatchObject({ message: said })
    await journal.close()
  })

  it('is lost to another process where this one has dropped its lock by reading it: no line is kept', async () => {
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

  it('refuses the lines of a holder whose token is no longer the current one', async () => {
    const journal = await open(file)
    await journal.append('"mine"')
    const other = new DatabaseSync(file)
    other.exec('update journals set token = token + 1')
    other.close()
    await expect(journal.append('"late"')).rejects.toThrow(
      `${file} is lost: another process has taken it over`,
    )
    await journal.close()
    expect((await inspect(file))?.lines).toEqual(['"mine"'])
  })

  it('waits for a file that another program writes to, without keeping the event loop', async () => {
    const journal = await open(file)
    const other = new DatabaseSync(file)
    other.exec('begin immediate')
    let ticks = 0
    const timer = setInterval(() => (ticks += 1), 10)
    const appended = journal.append('"one"')
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(ticks).toBeGreaterThan(10)
    clearInterval(timer)
    other.exec('commit')
    other.close()
    await appended
    expect(await linesOf(journal)).toEqual(['"one"'])
    await journal.close()
  })
})

describe('what is no file of journals is refused, and stays as it is', () => {
  const garbage = 'line,name\n1,Nordwind GmbH\n'.repeat(200)

  async function refused(sentence: string): Promise<void> {
    const before = await readFile(file)
    await expect(open(file)).rejects.toThrow(`${file} ${sentence}`)
    await expect(inspect(file)).rejects.toThrow(`${file} ${sentence}`)
    expect(await readFile(file)).toEqual(before)
    expect(await readdir(folder)).toEqual(['import.journal'])
  }

  it('a text', async () => {
    await writeFile(file, garbage)
    await refused('is not a SQLite file')
    await writeFile(file, '{"journal":"portfolio import"}\n')
    await refused('is not a SQLite file')
  })

  it('a SQLite file of something else, and of a later version', async () => {
    const other = new DatabaseSync(file)
    other.exec('create table customers (name text)')
    other.close()
    await refused('is not a file of journals: it is a SQLite file of something else')
    await rm(file)
    await (await open(file)).close()
    const later = new DatabaseSync(file)
    later.exec('pragma user_version = 2')
    later.close()
    await refused('is of version 2, and this package knows version 1: update it')
  })

  it('a damaged file', async () => {
    const journal = await open(file)
    for (let line = 0; line < 50; line += 1) await journal.append('x'.repeat(1000))
    await journal.close()
    await truncate(file, 8192)
    await expect(read()).rejects.toThrow(`${file} is damaged: restore a copy`)
  })

  it('a folder', async () => {
    await mkdir(file)
    await expect(open(file)).rejects.toThrow('import.journal must be a regular file')
    await expect(open(join(folder, 'nowhere', 'a'))).rejects.toThrow('ENOENT')
  })
})

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

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
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteJournals } from '../../../src/portfolio/journal/sqlite-journals.ts'
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

  it('is one of several in the file, each with a lock of its own', { tags: 'long' }, async () => {
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

  it('is held by one at a time, whatever link names it', { tags: 'long' }, async () => {
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

  it('is looked at while it is held, and nothing is created to look', { tags: 'long' }, async () => {
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

  it('waits for a file that another program writes to, without keeping the event loop', {
    tags: 'long',
  }, async () => {
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

  it('a damaged file', { tags: 'long' }, async () => {
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

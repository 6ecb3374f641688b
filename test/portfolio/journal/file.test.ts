import { link as linkFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJournalFile } from '../../../src/portfolio/journal/file.ts'
import { linesOf } from './stores.ts'

describe('a journal in a file', () => {
  let folder = ''
  let file = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-journal-'))
    file = join(folder, 'import.journal')
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function read(): Promise<string[]> {
    const journal = await openJournalFile(file)
    const lines = await linesOf(journal)
    await journal.close?.()
    return lines
  }

  it('has the lines that were appended', async () => {
    const journal = await openJournalFile(file)
    expect(await linesOf(journal)).toEqual([])
    await journal.append('{"a":1}')
    await journal.append('"Öl 𝒳"')
    expect(await readFile(file, 'utf8')).toBe('{"a":1}\n"Öl 𝒳"\n')
    await journal.close?.()
    expect(await read()).toEqual(['{"a":1}', '"Öl 𝒳"'])
    expect(await readdir(folder)).toEqual(['import.journal'])
  })

  it('loses a last line that was torn, wherever that was, and goes on behind it', async () => {
    const whole = Buffer.from('{"a":1}\n"Öl"\n')
    for (let size = 0; size < whole.length; size += 1) {
      await writeFile(file, whole.subarray(0, size))
      const journal = await openJournalFile(file)
      const lines = await linesOf(journal)
      expect(lines).toEqual(size < 8 ? [] : ['{"a":1}'])
      await journal.append('"next"')
      await journal.close?.()
      expect(await read()).toEqual([...lines, '"next"'])
    }
  })

  it('loses zeros that a crash of the machine has left at its end', async () => {
    await writeFile(file, `{"a":1}\n${'\0'.repeat(100)}`)
    expect(await read()).toEqual(['{"a":1}'])
  })

  it('is opened by one at a time, also under another name of its folder', async () => {
    const journal = await openJournalFile(file)
    await expect(openJournalFile(file)).rejects.toThrow(
      `import.journal is in use by process ${process.pid} of ${hostname()}`,
    )
    await symlink(folder, join(folder, 'link'))
    await expect(openJournalFile(join(folder, 'link', 'import.journal'))).rejects.toThrow('is in use')
    await symlink('import.journal', join(folder, 'other.journal'))
    await expect(openJournalFile(join(folder, 'other.journal'))).rejects.toThrow('import.journal is in use')
    await journal.close?.()
    expect(await read()).toEqual([])
  })

  it('is not opened where it has a second name, by which another import may have it open', async () => {
    await writeFile(file, '"one"\n')
    await linkFile(file, join(folder, 'other.journal'))
    await expect(openJournalFile(file)).rejects.toThrow('import.journal has a second name (a hard link)')
    await rm(join(folder, 'other.journal'))
    expect(await read()).toEqual(['"one"'])
  })

  it('is free where the lock is that of a process killed before it said who it is, or of nobody', async () => {
    for (const owner of ['', 'what']) {
      await writeFile(`${file}.lock`, owner)
      expect(await read()).toEqual([])
      expect(await readdir(folder)).toEqual(['import.journal'])
    }
  })

  it('takes nothing more once somebody else has taken it', async () => {
    const journal = await openJournalFile(file)
    await journal.append('"mine"')
    const other = '7 another-machine space 1 token 0\n'
    await writeFile(`${file}.lock`, other)
    await expect(journal.append('"mine too"')).rejects.toThrow('taken over by process 7 of another-machine')
    await journal.close?.()
    expect(await readFile(file, 'utf8')).toBe('"mine"\n')
    expect(await readFile(`${file}.lock`, 'utf8')).toBe(other)
  })

  it('leaves no lock where it cannot be opened', async () => {
    await mkdir(file)
    await expect(openJournalFile(file)).rejects.toThrow('EISDIR')
    await expect(openJournalFile(join(folder, 'nowhere', 'journal'))).rejects.toThrow('ENOENT')
    expect(await readdir(folder)).toEqual(['import.journal'])
  })
})

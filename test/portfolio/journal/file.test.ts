import {
  appendFile,
  chmod,
  type FileHandle,
  link as linkFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openJournalFile } from '../../../src/portfolio/journal/file.ts'
import { linesOf } from './stores.ts'

/** Whose methods each file has. */
async function prototypeOfHandles(): Promise<FileHandle> {
  const handle = await open(tmpdir(), 'r')
  await handle.close()
  return Object.getPrototypeOf(handle)
}

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

  it.each([
    ['moved', () => rename(file, `${file}.moved`)],
    ['removed', () => rm(file)],
    [
      'replaced',
      async () => {
        await writeFile(`${file}.other`, '"mine"\n')
        await rename(`${file}.other`, file)
      },
    ],
  ])('is lost where it is %s while it is open', async (_, change) => {
    const journal = await openJournalFile(file)
    await journal.append('"mine"')
    await change()
    const said = `${file} was moved, removed or replaced: another process may have it`
    expect(() => journal.check()).toThrow(said)
    await expect(journal.append('"mine too"')).rejects.toThrow(said)
    expect(journal.lost.reason).toMatchObject({ message: said })
    await journal.close()
    for (const name of await readdir(folder))
      expect(await readFile(join(folder, name), 'utf8')).not.toContain('mine too')
  })

  it('is lost where another process writes to it, which keeps to no lock', async () => {
    const journal = await openJournalFile(file)
    await journal.append('"mine"')
    await journal.replace(['"mine"', '"still"'])
    journal.check()
    await appendFile(file, '"theirs"\n')
    await expect(journal.append('"mine too"')).rejects.toThrow(`${file} was written to by another process`)
    await journal.close()
    expect(await readFile(file, 'utf8')).toBe('"mine"\n"still"\n"theirs"\n')
  })

  it('is still held while lines are being written', async () => {
    const journal = await openJournalFile(file)
    const writes = Array.from({ length: 50 }, async (_, number) => {
      await journal.append(`"${'x'.repeat(number * 1000)}"`)
      journal.check()
    })
    const checks = Array.from({ length: 50 }, async () => {
      await new Promise(resolve => setTimeout(resolve))
      journal.check()
    })
    await Promise.all([...writes, journal.replace(['"one"']), ...checks])
    await journal.close()
  })

  it('is for its owner alone', async () => {
    const journal = await openJournalFile(file)
    await journal.close()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
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

  describe('of a process of another machine that has fallen silent', () => {
    const lock = '7 another-machine space 1 token 000000000000 0000009000000000 0000000300\n'
    beforeEach(async () => {
      await writeFile(file, '"one"\n"tor')
      await writeFile(`${file}.lock`, lock)
    })

    it('is taken over after its own time, with a higher token', async () => {
      const begun = performance.now()
      const journal = await openJournalFile(file, { ttl: 60_000 })
      expect(performance.now() - begun).toBeGreaterThanOrEqual(300)
      expect(performance.now() - begun).toBeLessThan(5000)
      expect(journal.isTakenOver).toBe(true)
      expect(journal.token).toBeGreaterThan(9_000_000_000)
      await journal.close()
    })

    it('is another file then: what that process writes when it wakes is read by nobody', async () => {
      const suspended = await open(file, 'a+')
      const copy = `${file}.9000000000.new`
      await writeFile(copy, '"what replaced it"\n')
      const journal = await openJournalFile(file, { ttl: 300 })
      await suspended.appendFile('"late"\n')
      await suspended.truncate(0)
      await suspended.close()
      await expect(rename(copy, file)).rejects.toThrow('ENOENT')
      await journal.append('"two"')
      expect(await linesOf(journal)).toEqual(['"one"', '"two"'])
      await journal.close()
      expect(await readdir(folder)).toEqual(['import.journal'])
      expect(await read()).toEqual(['"one"', '"two"'])
    })

    it('keeps its mode', async () => {
      await chmod(file, 0o640)
      const journal = await openJournalFile(file)
      await journal.replace(['"three"'])
      await journal.close()
      expect((await stat(file)).mode & 0o777).toBe(0o640)
    })
  })

  it('is known to have been taken over where another process put the stale lock aside, and was killed', async () => {
    const ended = `7 ${hostname()} space 1 token 000000000000 0000009000000000 0000010000\n`
    await writeFile(`${file}.lock.3c1c6f8e`, ended)
    const journal = await openJournalFile(file)
    expect(journal.isTakenOver).toBe(true)
    await journal.close()
    expect(await readdir(folder)).toEqual(['import.journal'])
  })

  it('that could not be written is lost, and free at once as that of a killed process', async () => {
    const journal = await openJournalFile(file)
    await journal.append('"one"')
    // Another program, or another version, that keeps to no lock.
    await writeFile(`${file}.lock`, '')
    await expect(journal.append('"two"')).rejects.toThrow('import.journal.lock is gone')
    expect(journal.lost.reason).toMatchObject({ message: expect.stringContaining('is gone') })
    expect(() => journal.check()).toThrow('is gone')
    await journal.close()
    await rm(`${file}.lock`)
    const next = await openJournalFile(file)
    const cause = new Error('no space left')
    const write = vi.spyOn(await prototypeOfHandles(), 'datasync').mockRejectedValueOnce(cause)
    await expect(next.append('"three"')).rejects.toBe(cause)
    write.mockRestore()
    await expect(next.append('"four"')).rejects.toBe(cause)
    expect(next.lost.reason).toBe(cause)
    await next.close()
    const last = await openJournalFile(file)
    expect(last.isTakenOver).toBe(true)
    await last.close()
  })

  it('is still held after a pause in which nobody has taken it', async () => {
    const journal = await openJournalFile(file, { ttl: 300 })
    // Longer than the lease, and no timer runs.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
    journal.check()
    await journal.append('"on"')
    expect(journal.lost.aborted).toBe(false)
    await journal.close()
  })

  it('leaves no lock where it cannot be opened', async () => {
    await mkdir(file)
    await expect(openJournalFile(file)).rejects.toThrow('EISDIR')
    await expect(openJournalFile(join(folder, 'nowhere', 'journal'))).rejects.toThrow('ENOENT')
    expect(await readdir(folder)).toEqual(['import.journal'])
  })
})

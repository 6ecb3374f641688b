import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FileLock, lockFile } from '../../src/files/lock.ts'
import { bundle } from '../bundle.ts'
import { canUnshare } from '../can-unshare.ts'

/** Takes a lock, says so, and checks it whenever it is told to. */
const program = `
  import { createInterface } from 'node:readline'
  import { lockFile } from './src/files/lock.ts'
  const [file, staleAfter] = process.argv.slice(2)
  const lock = await lockFile(file, { staleAfter: Number(staleAfter) }).catch(error => error)
  console.log(lock instanceof Error ? lock.message : 'held by ' + process.pid)
  if (lock instanceof Error) process.exit()
  createInterface(process.stdin).on('line', () => {
    try {
      lock.check()
      console.log('still held')
    } catch (error) {
      console.log(error.message)
    }
  })
`

describe('a lock of a file', { timeout: 60_000 }, () => {
  let folder = ''
  let file = ''
  let script = ''
  let scripts = ''
  let children: ChildProcess[] = []

  beforeAll(async () => {
    scripts = await mkdtemp(join(tmpdir(), 'entity-screening-lock-'))
    script = join(scripts, 'holder.mjs')
    await bundle(program, script)
  })
  afterAll(() => rm(scripts, { recursive: true }))
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-lock-'))
    file = join(folder, 'state')
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    children = []
    await rm(folder, { recursive: true })
  })

  /** Another process, in a namespace of its own where a command says so. */
  async function hold(name = file, { staleAfter = 10_000, within = [] as string[] } = {}) {
    const [command = '', ...parameters] = [...within, process.execPath, script, name, String(staleAfter)]
    const child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'inherit'] })
    children.push(child)
    const lines = createInterface(child.stdout)
    const next = async () => String((await once(lines, 'line'))[0])
    const said = await next()
    const check = () => {
      const answer = next()
      child.stdin.write('check\n')
      return answer
    }
    return { child, said, check }
  }

  async function elapsed(run: () => Promise<unknown>): Promise<number> {
    const begun = performance.now()
    await run()
    return performance.now() - begun
  }

  it('is held by one, and leaves nothing when it is released', async () => {
    const lock = await lockFile(file)
    await expect(lockFile(file)).rejects.toThrow(`${file} is in use by process ${process.pid} of `)
    expect((await hold()).said).toContain(`is in use by process ${process.pid} of `)
    lock.check()
    lock.release()
    lock.release()
    expect(await readdir(folder)).toEqual([])
    ;(await lockFile(file)).release()
  })

  it.each([
    ['nothing', ''],
    ['0', '0'],
    ['-1', '-1'],
    ['what is no lock', 'what ever\n'],
    ['a process number alone', String(process.ppid)],
  ])('is free where the lock says %s', async (_, text) => {
    await writeFile(`${file}.lock`, text)
    const taking = elapsed(async () => (await lockFile(file)).release())
    expect(await taking).toBeLessThan(2000)
    expect(await readdir(folder)).toEqual([])
  })

  it('is free at once where its process was killed, also where nobody has asked how that ended', async () => {
    const { child } = await hold()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await elapsed(async () => (await lockFile(file)).release())).toBeLessThan(1000)
    // The shell becomes a process that never asks.
    const shell = ['sh', '-c', '"$0" "$@" & echo $! >&3; exec sleep 60 3>&-']
    const command = [...shell, process.execPath, script, file, '10000']
    const orphanage = spawn(command[0] ?? '', command.slice(1), {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    })
    children.push(orphanage)
    const [pid] = await once(createInterface(orphanage.stdio[3] as NodeJS.ReadableStream), 'line')
    await once(orphanage.stdout as NodeJS.ReadableStream, 'data')
    process.kill(Number(pid), 'SIGKILL')
    expect(await elapsed(async () => (await lockFile(file)).release())).toBeLessThan(1000)
  })

  it('is free where another process has the number of its own', async () => {
    const lock = await lockFile(file)
    const text = await readFile(`${file}.lock`, 'utf8')
    lock.release()
    const [, host, space] = text.split(' ')
    for (const pid of [process.pid, process.ppid]) {
      await writeFile(`${file}.lock`, `${pid} ${host} ${space} 1 token 0\n`)
      ;(await lockFile(file)).release()
    }
  })

  it('is not free where another thread of this process has it', async () => {
    const lock = await lockFile(file)
    const text = await readFile(`${file}.lock`, 'utf8')
    lock.release()
    await writeFile(`${file}.lock`, text)
    await expect(lockFile(file)).rejects.toThrow('is in use by process')
  })

  it('is that of the file itself, by whatever link it is named, and also where it is not there yet', async () => {
    await mkdir(join(folder, 'real'))
    await symlink(join(folder, 'real'), join(folder, 'linked'))
    await symlink('linked/state', join(folder, 'link'))
    const lock = await lockFile(join(folder, 'link'))
    expect(lock.file).toBe(join(folder, 'real', 'state'))
    for (const name of ['link', 'linked/state', 'real/state']) {
      await expect(lockFile(join(folder, name))).rejects.toThrow('is in use by process')
      expect((await hold(join(folder, name))).said).toContain('is in use by process')
    }
    lock.release()
    await symlink('endless', join(folder, 'endless'))
    await expect(lockFile(join(folder, 'endless'))).rejects.toThrow(/ELOOP|without end/)
  })

  it.each([
    ['a link that leads nowhere', () => symlink('nowhere', `${file}.lock`)],
    ['a folder', () => mkdir(`${file}.lock`)],
  ])('is refused where the name of the lock is that of %s', async (_, place) => {
    await place()
    await expect(lockFile(file)).rejects.toThrow(`${file}.lock must be a regular file: remove it`)
    await rm(`${file}.lock`, { recursive: true })
    ;(await lockFile(file)).release()
  })

  it('goes to one alone of many processes that find a stale one', async () => {
    const { child } = await hold()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const all = await Promise.all(Array.from({ length: 12 }, () => hold()))
    const winners = all.filter(({ said }) => said.startsWith('held'))
    expect(winners).toHaveLength(1)
    expect(await winners[0]?.check()).toBe('still held')
  })

  it('that somebody else has taken, or removed, is lost for good', async () => {
    const lost: Error[] = []
    const lock = await lockFile(file, { onLost: error => lost.push(error) })
    const text = await readFile(`${file}.lock`, 'utf8')
    await rm(`${file}.lock`)
    expect(() => lock.check()).toThrow('state.lock is gone: another process may have begun with')
    await writeFile(`${file}.lock`, text)
    expect(() => lock.check()).toThrow('is gone')
    await expect.poll(() => lost.length, { timeout: 3000 }).toBe(1)
    lock.release()
    const other = await lockFile(file)
    await writeFile(`${file}.lock`, '7 another-machine space 1 token 0\n')
    expect(() => other.check()).toThrow(`${file} was taken over by process 7 of another-machine`)
    other.release()
    expect(await readdir(folder)).toEqual(['state.lock'])
  })

  describe('of a process of another machine', () => {
    it('is free once it has been silent for long enough', async () => {
      await writeFile(`${file}.lock`, '7 another-machine space 1 token 0\n')
      let lock: FileLock | undefined
      const taking = elapsed(async () => {
        lock = await lockFile(file, { staleAfter: 700 })
      })
      expect(await taking).toBeGreaterThanOrEqual(700)
      expect(lock?.wasSilent).toBe(true)
      lock?.release()
    })

    it('is not free while it gives signs of life', async () => {
      await writeFile(`${file}.lock`, '7 another-machine space 1 token 0\n')
      // Written over, as a lock is: it never says nothing.
      const handle = await open(`${file}.lock`, 'r+')
      const beat = setTimeout(() => handle.write('7 another-machine space 1 token 1\n', 0), 300)
      await expect(lockFile(file)).rejects.toThrow('is in use by process 7 of another-machine')
      clearTimeout(beat)
      await handle.close()
      expect(await readdir(folder)).toEqual(['state.lock'])
    })
  })

  if (canUnshare)
    describe('of a process in another namespace of processes', () => {
      const within = ['unshare', '--pid', '--fork', '--mount-proc']

      it('is not free, although both are process 1', async () => {
        const one = await hold(file, { within })
        expect(one.said).toBe('held by 1')
        const other = await hold(file, { within })
        expect(other.said).toContain('is in use by process 1 of ')
        expect(await one.check()).toBe('still held')
      })

      it('is refused where the file is mounted alone: each has a lock beside a name of its own', async () => {
        const alone = join(folder, 'mounted alone')
        await writeFile(file, '')
        await writeFile(alone, '')
        await mkdir(join(folder, 'whole'))
        const mount = (from: string, to: string) => [
          ...['unshare', '--mount', '--pid', '--fork', 'sh', '-c'],
          `mount --bind '${from}' '${to}' && exec "$0" "$@"`,
        ]
        expect((await hold(alone, { within: mount(file, alone) })).said).toBe(
          `${alone} is mounted alone, without its folder: mount the folder, not the file alone`,
        )
        const whole = join(folder, 'whole')
        const one = await hold(join(whole, 'state'), { within: mount(folder, whole) })
        expect(one.said).toContain('held by ')
        expect((await hold(file, { staleAfter: 3000 })).said).toContain('is in use by process')
      })

      it('is free at last when that is killed, and lost to one that was only suspended', async () => {
        const one = await hold(file, { within })
        const inner = Number(execFileSync('pgrep', ['-P', String(one.child.pid)], { encoding: 'utf8' }))
        process.kill(inner, 'SIGSTOP')
        const other = await hold(file, { within, staleAfter: 1500 })
        expect(other.said).toBe('held by 1')
        process.kill(inner, 'SIGCONT')
        expect(await one.check()).toContain('was taken over by process 1 of ')
        expect(await other.check()).toBe('still held')
        other.child.kill('SIGKILL')
        const third = await hold(file, { staleAfter: 1500 })
        expect(third.said).toContain('held by ')
      })
    })
  else {
    it('is not tested across namespaces of processes: unshare is not permitted here', () => {
      console.warn('two containers on one file are not tested: `unshare --pid` is not permitted here')
    })
  }
})

it('what is no regular file is refused: a device has no end', async () => {
  await expect(lockFile('/dev/full')).rejects.toThrow('/dev/full must be a regular file')
})

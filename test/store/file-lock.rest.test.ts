import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isLocked, lockFile } from '../../src/store/file-lock.ts'
import { bundle } from '../bundle.ts'
import { canUnshare } from '../can-unshare.ts'

/** Takes a lock, and says whether it has it; then whether it still does, whenever it is asked. */
const program = `
  import { createInterface } from 'node:readline'
  import { lockFile } from './src/store/file-lock.ts'
  async function main() {
    const lock = await lockFile(process.argv[2])
    console.log(lock === null ? 'refused' : 'held')
    if (lock === null) process.exit()
    createInterface(process.stdin).on('line', () => {
      try {
        lock.check()
        console.log('still held')
      } catch (error) {
        console.log(error.message)
      }
    })
  }
  main()
`

describe('a lock of a file', () => {
  let scripts = ''
  let folder = ''
  let path = ''
  let children: ChildProcess[] = []
  beforeAll(async () => {
    scripts = await mkdtemp(join(tmpdir(), 'entity-screening-lock-'))
    await bundle(program, join(scripts, 'holder.cjs'))
  })
  afterAll(() => rm(scripts, { recursive: true }))
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-lock-'))
    path = join(folder, 'customers.journal-lock')
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map(child => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
    children = []
    await rm(folder, { recursive: true })
  })

  /** Another process, in a namespace of its own if a command says so. */
  async function hold(within: readonly string[] = []) {
    const [command = '', ...parameters] = [...within, process.execPath, join(scripts, 'holder.cjs'), path]
    const child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'inherit'] })
    children.push(child)
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const next = async () => String((await lines.next()).value)
    return {
      child,
      said: await next(),
      async ask() {
        child.stdin.write('\n')
        return next()
      },
    }
  }

  async function take() {
    const lock = await lockFile(path)
    if (lock === null) throw new Error('it is held')
    return lock
  }

  it('is held by one at a time, and leaves nothing behind', async () => {
    const lock = await take()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await lockFile(path)).toBeNull()
    expect((await hold()).said).toBe('refused')
    lock.check()
    lock.release()
    lock.release()
    expect(await readdir(folder)).toEqual([])
    expect((await hold()).said).toBe('held')
  })

  it('is seen to be held without being taken', async () => {
    expect(await isLocked(path)).toBe(false)
    expect(await readdir(folder)).toEqual([])
    const lock = await take()
    expect(await isLocked(path)).toBe(true)
    lock.release()
    const { child } = await hold()
    expect(await isLocked(path)).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await isLocked(path)).toBe(false)
  })

  it('is free at once when its process is killed', async () => {
    const { child, said } = await hold()
    expect([said, await lockFile(path)]).toEqual(['held', null])
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = await take()
    lock.release()
  })

  it('stays with a process that is stopped, however long', async () => {
    const { child, ask } = await hold()
    child.kill('SIGSTOP')
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(await lockFile(path)).toBeNull()
    child.kill('SIGCONT')
    expect(await ask()).toBe('still held')
  })

  it('is seen from another container', async ({ skip }) => {
    skip(!canUnshare, 'two containers are not tested: `unshare --pid` is not permitted here')
    const { child, said } = await hold(['unshare', '--pid', '--fork', '--mount-proc'])
    expect([said, await lockFile(path)]).toEqual(['held', null])
    const pid = Number(execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }))
    process.kill(pid, 'SIGSTOP')
    expect(await lockFile(path)).toBeNull()
    process.kill(pid, 'SIGKILL')
    await once(child, 'exit')
    const lock = await take()
    lock.release()
  })

  it.each([
    ['removed', () => rm(path)],
    ['moved', () => rename(path, `${path}.moved`)],
    [
      'replaced',
      async () => {
        await writeFile(`${path}.new`, '')
        await rename(`${path}.new`, path)
      },
    ],
  ])('is lost when its file is %s, and touches that of another holder no more', async (_, change) => {
    const lock = await take()
    await change()
    expect(lock.check).toThrow(`${path} was moved, removed or replaced`)
    const { said, ask } = await hold()
    expect(said).toBe('held')
    lock.release()
    expect(await ask()).toBe('still held')
  })

  it('is not lost to a process that reads its file', async () => {
    const { ask } = await hold()
    expect(await readFile(path, 'utf8')).toBe('')
    expect(await lockFile(path)).toBeNull()
    expect(await ask()).toBe('still held')
  })

  it('goes to one at a time of many that take and release it', async () => {
    let holders = 0
    const work = async () => {
      for (let times = 0; times < 40; times += 1) {
        const lock = await lockFile(path)
        if (lock !== null) {
          holders += 1
          expect(holders).toBe(1)
          await new Promise(resolve => setTimeout(resolve, Math.random() * 2))
          lock.check()
          holders -= 1
          lock.release()
        }
        await new Promise(resolve => setTimeout(resolve, Math.random() * 2))
      }
    }
    await Promise.all(Array.from({ length: 5 }, work))
    expect(await readdir(folder)).toEqual([])
  })

  it('is none in a file with something else', async () => {
    await writeFile(path, 'mine\n')
    await expect(lockFile(path)).rejects.toThrow(`${path} is not a lock: remove it`)
    expect(await readFile(path, 'utf8')).toBe('mine\n')
  })
})

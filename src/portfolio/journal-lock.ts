/** Files that are locked here. Other threads of the process have a set of their own. */
const held = new Set<string>()

/** Keeps a file to one process. */
export interface Lock {
  /** @throws Error where somebody else has it by now, such as a user who removed the lock and began once more. */
  check(): Promise<void>
  release(): Promise<void>
}

/**
 * Keeps two imports from one journal: they would send each row twice. The lock of a process that was killed counts for nothing.
 *
 * @throws Error where a process that runs holds it, or one of another machine, of which that cannot be known.
 */
export async function lockFile(name: string): Promise<Lock> {
  const { readFile, realpath, rm } = await import('node:fs/promises')
  const { hostname } = await import('node:os')
  const { basename, dirname, join } = await import('node:path')
  const file = join(await realpath(dirname(name)), basename(name))
  const own = [process.pid, hostname(), startOfProcess(), crypto.randomUUID()].join(' ')
  if (held.has(file)) refuseLock(file, own)
  held.add(file)
  try {
    while (!(await create(file, own))) await removeStale(file, own)
  } catch (error) {
    held.delete(file)
    throw error
  }
  const readNow = () => readFile(file, 'utf8').catch(() => '')
  return {
    async check() {
      const owner = await readNow()
      if (owner === '') throw new Error(`${file} is gone: another import may have begun`)
      if (owner !== own) refuseLock(file, owner)
    },
    async release() {
      if ((await readNow()) === own) await rm(file, { force: true })
      held.delete(file)
    },
  }
}

/** @returns false where there is one already. */
async function create(file: string, own: string): Promise<boolean> {
  const { open, rm } = await import('node:fs/promises')
  try {
    const handle = await open(file, 'wx')
    try {
      await handle.writeFile(own)
    } catch (error) {
      await rm(file, { force: true })
      throw error
    } finally {
      await handle.close()
    }
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Of several that find a lock stale, one takes it away; where that was a new one by then, it is put back, or its owner finds out. */
async function removeStale(file: string, own: string): Promise<void> {
  const { link, readFile, rename, rm } = await import('node:fs/promises')
  const owner = await readOwner(file)
  if (owner === null) return
  requireGone(file, owner, own)
  const aside = `${file}.${process.pid}`
  try {
    await rename(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== owner) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

/** What the lock says; null where it is gone. One that says nothing is being written, or its process was killed just then. */
async function readOwner(file: string): Promise<string | null> {
  const { readFile } = await import('node:fs/promises')
  for (let looks = 0; ; looks += 1) {
    const owner = await readFile(file, 'utf8').catch(() => null)
    if (owner !== '' || looks === 10) return owner
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

function requireGone(file: string, owner: string, own: string): void {
  const [pid = '', machine, started] = owner.split(' ')
  const [ownPid, ownMachine] = own.split(' ')
  // What is no lock keeps nobody out; neither does the lock of an earlier process of this one's number, as in a container.
  if (machine === undefined) return
  const isEarlier = pid === ownPid && Math.abs(Number(started) - startOfProcess()) > 2
  if (machine !== ownMachine || (isRunning(Number(pid)) && !isEarlier)) refuseLock(file, owner)
}

function refuseLock(file: string, owner: string): never {
  const [pid, machine] = owner.split(' ')
  throw new Error(
    `${file} says that process ${pid} of ${machine} has it open; if it no longer does, remove the file`,
  )
}

/** In seconds since 1970: which process of its number this is. */
function startOfProcess(): number {
  return Math.round(Date.now() / 1000 - process.uptime())
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

import { type Files, type Found, type Owner, parseOwner, readLock, startOf } from './lock-text.ts'
import { judgeProcess, type ProcessName, type Verdict } from './process.ts'

/** A file that another process has. */
export class FileInUseError extends Error {
  override readonly name = 'FileInUseError'

  constructor(file: string, { pid, host }: ProcessName) {
    super(
      `${file} is in use by process ${pid} of ${host}; if that process is something else by now, remove ${file}.lock`,
    )
  }
}

/**
 * Puts a lock aside that counts for nothing. It stays there for the next holder, who learns from it that there was one before.
 *
 * @throws FileInUseError where its owner runs.
 */
export async function putStaleAside(
  fs: Files,
  file: string,
  own: ProcessName,
  staleAfter: number,
): Promise<'ended' | 'silent'> {
  const path = `${file}.lock`
  const found = readLock(fs, path)
  if (found === null) return 'ended'
  const owner = parseOwner(found.text)
  const verdict = owner === null ? 'ended' : await judgePatiently(owner, own)
  if (owner !== null && verdict === 'runs') throw new FileInUseError(file, owner)
  // One that says nothing is being written, or its process was killed just then; what is no lock keeps nobody out.
  const patience = verdict === 'unknown' ? owner?.lease || staleAfter : found.text === '' ? 500 : 0
  const now = await watch(fs, path, found.text, patience)
  if (now === found.text) putAside(fs, path, found)
  else if (owner !== null && now !== null && parseOwner(now)?.id === owner.id)
    throw new FileInUseError(file, owner)
  return verdict === 'unknown' ? 'silent' : 'ended'
}

/** A process that was killed just now runs for a moment. */
async function judgePatiently(owner: ProcessName, own: ProcessName): Promise<Verdict> {
  for (let looks = 0; ; looks += 1) {
    const verdict = await judgeProcess(owner, own)
    if (verdict !== 'runs' || looks === 10) return verdict
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** What a lock says once it says something else, or after so many milliseconds. Nobody's clock is compared with another's. */
async function watch(fs: Files, path: string, text: string, patience: number): Promise<string | null> {
  for (const begun = performance.now(); ; ) {
    const now = readLock(fs, path)?.text ?? null
    if (now !== text || performance.now() - begun >= patience) return now
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Of several that find a lock stale, one puts it aside; where that was a new one by then, it is put back. */
function putAside(fs: Files, path: string, stale: Found): void {
  const aside = `${path}.${crypto.randomUUID()}`
  try {
    fs.renameSync(path, aside)
  } catch {
    // Somebody else did it. What cannot be put aside at all is found there again, and cannot be created either.
    if (readLock(fs, path)?.text === stale.text)
      throw new Error(`${path} is stale and cannot be removed: remove it`)
    return
  }
  const taken = readLock(fs, aside)
  if (taken?.text === stale.text && taken.inode === stale.inode) return
  try {
    fs.linkSync(aside, path)
  } catch {
    // There is another by now: whose this one was finds out before it writes, and who has the other one learns of it.
    return
  }
  fs.rmSync(aside, { force: true })
}

export interface Asides {
  /** Those that had the file before and did not give it back. */
  readonly owners: readonly Owner[]
  remove(): void
}

/** What was put aside, by a process that was killed just then too. Only the holder of the lock may ask. */
export async function findAsides(fs: Files, path: string, own: Owner): Promise<Asides> {
  const { basename, dirname, join } = await import('node:path')
  const folder = dirname(path)
  const names = fs.readdirSync(folder).filter(name => name.startsWith(`${basename(path)}.`))
  const files = names.map(name => join(folder, name))
  const texts = files.map(file => readLock(fs, file)?.text ?? '')
  // One's own, taken by mistake, is about to be put back.
  const others = files.filter((_, index) => !texts[index]?.startsWith(startOf(own)))
  return {
    owners: texts
      .map(parseOwner)
      .filter(owner => owner !== null)
      .filter(({ id }) => id !== own.id),
    remove() {
      for (const file of others) fs.rmSync(file, { force: true })
    },
  }
}

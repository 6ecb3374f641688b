import { codeOf } from '../shared/errors.ts'

/** Linux's names for the file systems of network disks. File locks on network disks do not exclude other machines. */
const networkDisk = /^(nfs\d?|cifs|smb\d?|smbfs|afs|ceph|glusterfs|lustre|fuse\.(sshfs|glusterfs))$/

/** Only the owner may read the files, because they contain personal data. */
const ownerOnly = 0o600

/** Creates a file if it does not exist. Does not open an existing file, because closing it could release a lock. */
export async function createFile(path: string): Promise<void> {
  const { closeSync, existsSync, openSync } = await import('node:fs')
  if (existsSync(path)) return
  try {
    closeSync(openSync(path, 'wx', ownerOnly))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    // The path is a symbolic link whose target does not exist yet.
    if (!existsSync(path)) closeSync(openSync(path, 'a', ownerOnly))
  }
}

/**
 * Creates a file if it does not exist. Returns its path without symbolic links.
 *
 * @throws Error if other processes may reach the same file by a different path. They would not find the lock,
 * nor the files that SQLite stores beside the file.
 */
export async function locateFile(name: string): Promise<string> {
  const { readFile, realpath, stat } = await import('node:fs/promises')
  await createFile(name)
  const file = await realpath(name)
  const stats = await stat(file)
  if (!stats.isFile()) throw new Error(`${name} must be a regular file`)
  if (stats.nlink > 1)
    throw new Error(`${file} has a second name (a hard link), by which another process may use it: copy it`)
  // Only Linux has this mount table, and `/proc` may be unreadable even there.
  const table = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  const mount = findMount(file, table)
  if (mount?.path === file)
    throw new Error(`${file} is mounted alone, without its folder: mount the folder, not the file alone`)
  if (mount !== null && networkDisk.test(mount.type))
    throw new Error(
      `${file} is on a network disk (${mount.type}), where locks are not reliable: use a local disk, or Postgres`,
    )
  return file
}

/** Watches files. @returns a function that throws if one of them has been replaced or removed. */
export async function watchFiles(paths: readonly string[]): Promise<() => void> {
  const { statSync } = await import('node:fs')
  const identify = (path: string) => {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stats && `${stats.dev} ${stats.ino}`
  }
  const before = paths.map(identify)
  return () => {
    paths.forEach((path, index) => {
      if (before[index] === undefined || identify(path) !== before[index])
        throw new Error(`${path} was moved, removed or replaced: another process may have begun`)
    })
  }
}

/** Finds the mount point of a file, and the type of its file system, in Linux's mount table: see proc_pid_mountinfo(5). */
export function findMount(file: string, table: string): { path: string; type: string } | null {
  let mount: { path: string; type: string } | null = null
  for (const line of table.split('\n')) {
    const [mountFields, type = ''] = line.split(' - ')
    const path = unescapePath(mountFields?.split(' ')[4] ?? '')
    const isAbove = path !== '' && (file === path || file.startsWith(path.endsWith('/') ? path : `${path}/`))
    // If two file systems are mounted at one path, the later mount hides the earlier one.
    if (isAbove && path.length >= (mount?.path.length ?? 0)) mount = { path, type: type.split(' ')[0] ?? '' }
  }
  return mount
}

/** Decodes the octal escapes of the mount table, such as `\040` for a space. */
function unescapePath(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
}

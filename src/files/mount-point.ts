/**
 * Refuses a file that is mounted alone: its lock would stand beside a name that another container does not have.
 *
 * @throws Error where Linux lists the file as a mount point.
 */
export async function requireNoMountPoint(file: string): Promise<void> {
  if (process.platform !== 'linux') return
  const { readFile, stat } = await import('node:fs/promises')
  // If /proc is hidden, nothing is known.
  const table = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  const isMounted = table.split('\n').some(line => unescaped(line.split(' ')[4] ?? '') === file)
  // A folder cannot be opened as a file, which says what is wrong.
  if (isMounted && (await stat(file)).isFile())
    throw new Error(`${file} is mounted alone, without its folder: mount the folder, not the file alone`)
}

/** A space is written as `\040`: proc_pid_mountinfo(5). */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
}

/** As many as Linux follows. */
const mostLinks = 40

/** Where a file is, or will be: no part of its path is a symbolic link, and neither is the file itself. */
export async function realFile(name: string): Promise<string> {
  const { lstat, readlink, realpath } = await import('node:fs/promises')
  const { basename, dirname, join, resolve } = await import('node:path')
  let file = resolve(name)
  for (let links = 0; links <= mostLinks; links += 1) {
    file = join(await realpath(dirname(file)), basename(file))
    // What is no link, or not there, leads nowhere.
    const target = await readlink(file).catch(() => null)
    if (target === null) {
      const found = await lstat(file).catch(() => null)
      // A device has no end, and a pipe no beginning.
      if (found !== null && !found.isFile() && !found.isDirectory())
        throw new Error(`${name} must be a regular file`)
      return file
    }
    file = resolve(dirname(file), target)
  }
  throw new Error(`${name} leads from one symbolic link to another without end`)
}

import { link, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findMount, locateFile, watchFiles } from '../../src/store/locate-file.ts'

describe('the place of a file', () => {
  let folder = ''
  let file = ''
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'entity-screening-place-')))
    file = join(folder, 'a.journal')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is where its links lead, also those to a file that is not there yet', async () => {
    await symlink(folder, join(folder, 'link'))
    await symlink('a.journal', join(folder, 'other.journal'))
    expect(await locateFile(join(folder, 'link', 'other.journal'))).toBe(file)
    await writeFile(file, '')
    expect(await locateFile(join(folder, 'link', 'other.journal'))).toBe(file)
  })

  it('is refused for a folder, a device, and a file with a second name', async () => {
    await mkdir(file)
    await expect(locateFile(file)).rejects.toThrow('a.journal must be a regular file')
    await expect(locateFile('/dev/null')).rejects.toThrow('/dev/null must be a regular file')
    await writeFile(join(folder, 'one'), '')
    await link(join(folder, 'one'), join(folder, 'two'))
    await expect(locateFile(join(folder, 'two'))).rejects.toThrow('two has a second name (a hard link)')
  })

  it('is refused without its folder', async () => {
    await expect(locateFile(join(folder, 'nowhere', 'a'))).rejects.toThrow('ENOENT')
    expect(await readdir(folder)).toEqual([])
  })

  it('is watched: a file that is gone, or another one, is told from what was there', async () => {
    await writeFile(file, '')
    const check = await watchFiles([file])
    check()
    await rm(file)
    expect(check).toThrow(`${file} was moved, removed or replaced`)
    await expect(watchFiles([file]).then(watch => watch())).rejects.toThrow('was moved, removed or replaced')
  })
})

describe('the disk of a file', () => {
  const table = [
    '21 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw',
    '22 21 0:5 / /data rw - nfs4 server:/export rw',
    '23 21 0:6 / /data/my\\040disk rw - tmpfs none rw',
    '24 21 254:0 /var/x /etc/state.db rw - ext4 /dev/vda rw',
    '25 21 0:7 / /covered rw - ext4 /dev/vdb rw',
    '26 21 0:8 / /covered rw - cifs //server/share rw',
    '',
  ].join('\n')

  it.each([
    ['/home/a.journal', { path: '/', type: 'ext4' }],
    ['/data/a.journal', { path: '/data', type: 'nfs4' }],
    ['/database/a.journal', { path: '/', type: 'ext4' }],
    ['/data/my disk/a.journal', { path: '/data/my disk', type: 'tmpfs' }],
    ['/etc/state.db', { path: '/etc/state.db', type: 'ext4' }],
    ['/covered/a', { path: '/covered', type: 'cifs' }],
  ])('of %s is found by where it is mounted', (file, mount) => {
    expect(findMount(file, table)).toEqual(mount)
  })

  it('is not known where the system does not say', () => {
    expect(findMount('/home/a.journal', '')).toBeNull()
  })
})

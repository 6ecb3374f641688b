import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package. */
    tarball: string
    /** What is in it. */
    content: readonly PackedFile[]
  }
}

interface PackedFile {
  readonly path: string
  readonly size: number
}

const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** Builds and packs the package once for all tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-packed-'))
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--silent', '--pack-destination', folder],
    { cwd: repository, shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 },
  )
  // The build says something first.
  const [packed]: [{ filename: string; files: PackedFile[] }] = JSON.parse(
    stdout.slice(stdout.search(/^\[/m)),
  )
  project.provide('tarball', join(folder, packed.filename))
  project.provide(
    'content',
    packed.files.map(({ path, size }) => ({ path, size })),
  )
  return () => rm(folder, { recursive: true, force: true })
}

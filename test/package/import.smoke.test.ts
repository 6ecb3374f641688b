import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as sdk from 'entity-screening-sdk'
import { build } from 'esbuild'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('Node imports the built client, which has every export of the source', async () => {
  // Below node_modules, so that Node finds ky and zod as it does for the installed package.
  const folder = join(root, 'node_modules', `.import-${process.pid}`)
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(folder)
  const outfile = join(folder, 'index.mjs')
  const options = { bundle: true, packages: 'external', format: 'esm', target: 'es2022' } as const
  await build({ ...options, absWorkingDir: root, entryPoints: ['src/index.ts'], outfile })
  const program = `import * as sdk from ${JSON.stringify(outfile)}; console.log(Object.keys(sdk).join())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout.trim().split(',').sort()).toEqual(Object.keys(sdk).sort())
})

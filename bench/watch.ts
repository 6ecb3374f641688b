/**
 * The memory of a watch that reads networks: 100,000 entities with ten hits each, by default. Run it with
 * `npx tsx bench/watch.ts [entities]`. The watch runs in a separate process, without the compiler.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../test/bundle.ts'

const folder = await mkdtemp(join(tmpdir(), 'entity-screening-watch-'))
const file = join(folder, 'watch.mjs')
await bundle('bench/watch-program.ts', file)
const child = spawn(process.execPath, [file, ...process.argv.slice(2), folder], { stdio: 'inherit' })
await once(child, 'close')
await rm(folder, { recursive: true })

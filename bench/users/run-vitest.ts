import { startVitest } from 'vitest/node'
import { readOwnTime } from '../measure/processor-time.ts'

/** Runs a test file by Vitest in this process. Its last line has the milliseconds of processor time of all threads. */
const [root = '', file = ''] = process.argv.slice(2)
const vitest = await startVitest('test', [file], { root, config: false, watch: false, pool: 'threads' })
await vitest.close()
console.log(readOwnTime())

import { EntityScreening } from '../../src/index.ts'
import { importPortfolio } from '../../src/portfolio/index.ts'
import { readOwnTime } from '../measure/processor-time.ts'

/** Imports a file, and prints the number of rows, the processor time and the memory. */
const [baseUrl, apiKey, file = ''] = process.argv.slice(2)
const client = new EntityScreening({ apiKey, baseUrl })
const startMebibytes = process.memoryUsage.rss() / 2 ** 20
const started = readOwnTime()
const { created } = await importPortfolio(client, { file }, { journal: `${file}.journal` })
const seconds = (readOwnTime() - started) / 1000
const mebibytes = process.resourceUsage().maxRSS / 1024 - startMebibytes
process.stdout.write(JSON.stringify({ created, seconds, mebibytes }))

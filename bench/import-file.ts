import { EntityScreening } from '../src/index.ts'
import { importPortfolio } from '../src/portfolio/index.ts'

/** Run bundled, in a process of its own: imports a file, and says how many rows, how fast and in how much memory. */
const [baseUrl, apiKey, file = ''] = process.argv.slice(2)
const client = new EntityScreening({ apiKey, baseUrl })
const started = performance.now()
const { created } = await importPortfolio(client, { file }, { journal: `${file}.journal` })
const seconds = (performance.now() - started) / 1000
const mebibytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ created, seconds, mebibytes }))

import { EntityScreening } from '../../src/index.ts'
import { importPortfolio } from '../../src/portfolio/index.ts'

/** Imports a file, and prints the number of rows and the memory. */
const [baseUrl, apiKey, file = ''] = process.argv.slice(2)
const client = new EntityScreening({ apiKey, baseUrl })
const startMebibytes = process.memoryUsage.rss() / 2 ** 20
const { created } = await importPortfolio(client, { file }, { journal: `${file}.journal` })
const mebibytes = process.resourceUsage().maxRSS / 1024 - startMebibytes
process.stdout.write(JSON.stringify({ created, mebibytes }))

import { EntityScreening } from '../src/index.ts'

/** Run bundled, in a process of its own: reads a team as a stream, and says how many, how fast and in how much memory. */
const [baseUrl] = process.argv.slice(2)
const client = new EntityScreening({ apiKey: 'a-key-of-the-bench', baseUrl })
const started = performance.now()
let count = 0
let ofLowRisk = 0
for await (const { riskLevel } of client.entities.stream()) {
  count += 1
  if (riskLevel === 'low') ofLowRisk += 1
}
const seconds = (performance.now() - started) / 1000
const mebibytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ count, ofLowRisk, seconds, mebibytes }))

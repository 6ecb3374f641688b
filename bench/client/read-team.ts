import { EntityScreening } from '../../src/index.ts'

/** Run bundled, in a process of its own: reads a team, as a stream or whole, and says how fast and in how much memory. */
const [baseUrl, way] = process.argv.slice(2)
const started = performance.now()
let count = 0
let ofLowRisk = 0
if (way === 'stream') {
  const client = new EntityScreening({ apiKey: 'a-key-of-the-bench', baseUrl })
  for await (const { riskLevel } of client.entities.stream()) {
    count += 1
    if (riskLevel === 'low') ofLowRisk += 1
  }
} else {
  const entities: { riskLevel: string }[] = await (await fetch(`${baseUrl}/v1/entities`)).json()
  count = entities.length
  ofLowRisk = entities.filter(({ riskLevel }) => riskLevel === 'Low Risk').length
}
const seconds = (performance.now() - started) / 1000
const mebibytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ count, ofLowRisk, seconds, mebibytes }))

import { EntityScreening } from '../../src/index.ts'

/** Reads a team as a stream or in one piece, and prints the peak of the memory. */
const [baseUrl, reader] = process.argv.slice(2)
let count = 0
let ofLowRisk = 0
if (reader === 'stream') {
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
const mebibytes = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ count, ofLowRisk, mebibytes }))

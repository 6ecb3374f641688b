import { createServer } from 'node:http'
import { Readable } from 'node:stream'

/** Serves a team of any size, generated while it is sent: `GET /1000/v1/entities` has a thousand entities. */
const chunkSize = 100

function* team(size: number): Generator<string> {
  yield '['
  for (let from = 0; from < size; from += chunkSize) {
    const count = Math.min(chunkSize, size - from)
    const entities = Array.from({ length: count }, (_, index) => JSON.stringify(entity(from + index)))
    yield (from === 0 ? '' : ',') + entities.join(',')
  }
  yield ']'
}

function entity(number: number) {
  const isPerson = number % 5 === 0
  return {
    id: `ent_${number.toString(16).padStart(16, '0')}`,
    name: isPerson ? `Ilse Brandt the ${number}th` : `Nordwind Trading ${number} GmbH & Co. KG`,
    type: isPerson ? 'person' : 'organization',
    caseStatus: number % 7 === 0 ? 'NOT_STARTED' : 'IN_PROGRESS',
    registration: isPerson ? 'DE' : `HRB ${100_000 + number}`,
    countryCode: 'DE',
    riskLevel: number % 3 === 0 ? 'Medium Risk' : 'Low Risk',
    riskScore: number % 100,
    platformId: number.toString(16).padStart(32, '0'),
    lastUpdate: `Jan ${1 + (number % 28)}, 2025`,
    dueDate: number % 3 === 0 ? 'Apr 5, 2025' : '-',
    createdAt: new Date(1_735_689_600_000 + number).toISOString(),
    updatedAt: new Date(1_735_776_000_000 + number).toISOString(),
  }
}

const server = createServer((request, response) => {
  const [, size] = /^\/(\d+)\//.exec(request.url ?? '') ?? []
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  Readable.from(team(Number(size))).pipe(response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port')
  process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
// The end of the parent process ends this process.
process.stdin.resume().on('end', () => process.exit())

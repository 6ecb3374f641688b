import { createMockServer } from '../../mock-server/index.ts'
import type { IncomingRequest } from '../../mock-server/message/request.ts'
import { median } from '../figures.ts'

/**
 * Run in a process of its own with --expose-gc: how long a create takes and what an entity weighs, by the size of the store; and
 * a bulk request of 1,000 rows against `JSON.parse` and `JSON.stringify` of its two bodies.
 */
const [rounds = '5', largest = '1000000'] = process.argv.slice(2)
const server = createMockServer({ keys: { key: 'team', bulk: 'team-bulk' }, entityLimit: 10_000_000 })
let made = 0

function post(path: string, key: string, body: string): IncomingRequest {
  const header = (name: string) => (name === 'authorization' ? `Bearer ${key}` : null)
  return { method: 'POST', path, header, body, local: true }
}

function create(): void {
  made += 1
  const body = JSON.stringify({
    name: `Company number ${made} GmbH`,
    type: 'organization',
    countryCode: 'DE',
  })
  const reply = server.dispatch(post('/v1/entities', 'key', body))
  if (reply.status !== 201) throw new Error([...reply.body].join(''))
}

/** Microseconds of one create, in batches, so that a collection of garbage does not decide. */
function timeCreates(): number {
  const size = 200
  const batches = Array.from({ length: 21 }, () => {
    const started = performance.now()
    for (let count = 0; count < size; count += 1) create()
    return ((performance.now() - started) * 1000) / size
  })
  return median(batches)
}

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

function rowsOf(round: number): string {
  const entities = Array.from({ length: 1000 }, (_, at) => {
    const number = round * 1000 + at
    return {
      type: 'organization',
      name: `Bulk company ${number} GmbH`,
      countryCode: 'DE',
      registration: `HRB ${number}`,
    }
  })
  return JSON.stringify({ entities })
}

function bulk(text: string): string {
  const request = post('/v1/entities/bulk', 'bulk', text)
  const { body } = server.dispatch(request)
  return [...body].join('')
}

/** A bulk request, and its bodies alone, in turns; each with rows that the team does not have yet. */
async function timeBulk(): Promise<{ whole: number[]; bodies: number[] }> {
  const times = { whole: [] as number[], bodies: [] as number[] }
  for (let round = 0; round < 60 + 20 * Number(rounds); round += 1) {
    const text = rowsOf(round)
    const started = performance.now()
    const answer = bulk(text)
    const whole = performance.now() - started
    const { data } = JSON.parse(answer)
    if (data.successCount !== 1000) throw new Error(answer)
    const again = performance.now()
    for (const body of [text, answer]) JSON.stringify(JSON.parse(body))
    // The first rounds show the engine which code is worth its trouble.
    if (round < 60) continue
    times.whole.push(whole)
    times.bodies.push(performance.now() - again)
  }
  return times
}

while (made < 1000) create()
timeCreates()
const empty = { heap: heap(), made }
const first: number[] = Array.from({ length: Number(rounds) }, timeCreates)
while (made < Number(largest)) create()
const last: number[] = Array.from({ length: Number(rounds) }, timeCreates)
const bytes = (heap() - empty.heap) / (made - empty.made)
process.stdout.write(JSON.stringify({ first, last, bytes, bulk: await timeBulk() }))

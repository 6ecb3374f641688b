import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { median, spread, whole } from '../figures.ts'
import { goal, type Section } from '../page.ts'
import { bundle } from '../program.ts'
import type { Run } from '../run.ts'

const target = { mebibytes: 120, perSecond: 150_000 }
const ways = { stream: '`client.entities.stream()`', whole: '`fetch` and `response.json()`' }

interface Measured {
  readonly count: number
  readonly ofLowRisk: number
  readonly seconds: number
  readonly mebibytes: number
}

/** A long list over loopback, as a stream and whole, by processes of their own: how fast, and their peak memory. */
export async function measureStream({ rounds }: Run): Promise<Section> {
  const size = 1_000_000
  const reader = await bundle('bench/client/read-team.ts')
  const server = spawn(process.execPath, [await bundle('bench/client/team-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const measured = { stream: [] as Measured[], whole: [] as Measured[] }
  try {
    const [url] = await once(createInterface(server.stdout), 'line')
    const read = async (way: string): Promise<Measured> => {
      const { stdout } = await promisify(execFile)(process.execPath, [reader, `${url}/${size}`, way])
      return JSON.parse(stdout)
    }
    for (let round = 0; round < Math.min(rounds, 5); round += 1) {
      const [stream, whole] = [await read('stream'), await read('whole')]
      if (stream.count !== size || stream.ofLowRisk !== whole.ofLowRisk)
        throw new Error(`${stream.count} entities came of ${size}`)
      measured.stream.push(stream)
      measured.whole.push(whole)
    }
  } finally {
    server.kill()
  }
  const memory = (way: keyof typeof ways) => measured[way].map(({ mebibytes }) => mebibytes)
  const speed = (way: keyof typeof ways) => measured[way].map(({ seconds }) => size / seconds)
  const rows = (['stream', 'whole'] as const).map(way => [
    ways[way],
    spread(speed(way), whole),
    `${spread(memory(way), whole)} MiB`,
  ])
  const [peak, pace] = [memory('stream'), speed('stream')]
  return {
    heading: 'Client: a stream of 1,000,000',
    parts: [
      'Over loopback, from a server that makes the list up while it sends it. The memory is the peak of the whole process, Node included.',
      { head: ['read by', 'entities a second', 'peak memory'], rows },
    ],
    goals: [
      goal(
        'Peak memory of a stream of 1,000,000',
        `${spread(peak, whole)} MiB`,
        `≤ ${target.mebibytes} MiB`,
        median(peak) <= target.mebibytes,
      ),
      goal(
        'Speed of a stream of 1,000,000',
        `${spread(pace, whole)} a second`,
        `≥ ${whole(target.perSecond)} a second`,
        median(pace) >= target.perSecond,
      ),
    ],
    summary: `A stream of 1,000,000: **${whole(median(peak))} MiB**, ${whole(median(pace))} entities a second; read whole, ${whole(median(memory('whole')))} MiB`,
  }
}

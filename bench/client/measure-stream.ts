import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { measureRounds, type Rounds, type Run } from '../measure/rounds.ts'
import { describeSettling } from '../page/comparison.ts'
import { formatInteger, formatSpread, median } from '../page/figures.ts'
import type { Section } from '../page/section.ts'
import { bundleProgram, runProgram } from '../program.ts'

const maxMebibytes = 125
const minPerSecond = 150_000
const size = 1_000_000
const readers = { stream: '`client.entities.stream()`', json: '`fetch` and `response.json()`' }

type Reader = keyof typeof readers

/** The figures that `bench/client/read-team.ts` prints. */
interface TeamFigures {
  readonly count: number
  readonly ofLowRisk: number
  /** Seconds of processor time. */
  readonly seconds: number
  readonly mebibytes: number
}

/** Measures a long list over loopback, as a stream and in one piece, in a new process each. */
export async function measureStream(run: Run): Promise<Section> {
  const program = await bundleProgram('bench/client/read-team.ts')
  const server = spawn(process.execPath, [await bundleProgram('bench/client/team-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const [url] = await once(createInterface(server.stdout), 'line')
    const rounds = await measureRounds(
      run,
      { stream: () => readTeam(program, url, 'stream'), json: () => readTeam(program, url, 'json') },
      { rounds: Math.min(run.rounds, 3), repeats: 3 },
    )
    checkSame(rounds)
    return writeSection(rounds)
  } finally {
    server.kill()
  }
}

/** @throws Error if the readers read other levels of risk. */
function checkSame({ figures }: Rounds<TeamFigures>): void {
  const counts = new Set(figures.flatMap(round => Object.values(round).map(({ ofLowRisk }) => ofLowRisk)))
  if (counts.size !== 1) throw new Error(`${[...counts].join(' and ')} entities of low risk were read`)
}

/** @throws Error if entities are lost. */
async function readTeam(program: string, url: string, reader: Reader): Promise<TeamFigures> {
  const figures = await runProgram<TeamFigures>(program, [`${url}/${size}`, reader])
  if (figures.count !== size) throw new Error(`${reader}: ${figures.count} of ${size} entities were read`)
  return figures
}

function writeSection(rounds: Rounds<TeamFigures>): Section {
  const figuresOf = (reader: Reader) => rounds.figures.flatMap(round => round[reader] ?? [])
  const memoryOf = (reader: Reader) => figuresOf(reader).map(({ mebibytes }) => mebibytes)
  const speedOf = (reader: Reader) => figuresOf(reader).map(({ seconds }) => size / seconds)
  const rows = (['stream', 'json'] as const).map(reader => [
    readers[reader],
    formatSpread(speedOf(reader), formatInteger),
    `${formatSpread(memoryOf(reader), formatInteger)} MiB`,
  ])
  const [memory, speed] = [memoryOf('stream'), speedOf('stream')]
  const formatMemory = (mebibytes: number) => `${formatInteger(mebibytes)} MiB`
  const peer = `response.json() ${formatMemory(median(memoryOf('json')))}`
  return {
    heading: 'Client: a stream of 1,000,000',
    parts: [
      'Over loopback, from a server that generates the list while it sends it. The memory is the peak of the whole process, Node included.',
      { head: ['read by', 'entities a second of processor time', 'peak memory'], rows },
    ],
    goals: [
      {
        name: 'Peak memory of a stream of 1,000,000',
        figure: `${formatSpread(memory, formatInteger)} MiB`,
        target: `≤ ${maxMebibytes} MiB`,
        peer,
        isMet: median(memory) <= maxMebibytes,
      },
      {
        name: 'Speed of a stream of 1,000,000',
        figure: `${formatSpread(speed, formatInteger)} a second${describeSettling(rounds, ['stream'])}`,
        target: `≥ ${formatInteger(minPerSecond)} a second`,
        peer: `response.json() ${formatInteger(median(speedOf('json')))}`,
        isMet: median(speed) >= minPerSecond,
      },
    ],
    speed: [
      {
        task: 'Client: reads 1,000,000 entities, peak memory',
        own: median(memory),
        alternatives: { 'response.json()': median(memoryOf('json')) },
        format: formatMemory,
      },
    ],
  }
}

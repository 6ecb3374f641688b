import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { formatMebibytes, formatSpread, median } from '../page/figures.ts'
import { judgeFixed, type Section } from '../page/section.ts'
import { bundleProgram, runProgram } from '../program.ts'

const size = 1_000_000
const streamCount = 3
const readers = { stream: '`client.entities.stream()`', json: '`fetch` and `response.json()`' }

type Reader = keyof typeof readers

/** The figures that `bench/client/read-team.ts` prints. */
interface TeamFigures {
  readonly count: number
  readonly ofLowRisk: number
  readonly mebibytes: number
}

/** Measures a long list over loopback, as a stream and in one piece, in a new process each. */
export async function measureStream(): Promise<Section> {
  const program = await bundleProgram('bench/client/read-team.ts')
  const server = spawn(process.execPath, [await bundleProgram('bench/client/team-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const [url] = await once(createInterface(server.stdout), 'line')
    const streams: TeamFigures[] = []
    while (streams.length < streamCount) streams.push(await readTeam(program, url, 'stream'))
    const json = await readTeam(program, url, 'json')
    checkSame([...streams, json])
    return writeSection(streams, json)
  } finally {
    server.kill()
  }
}

/** @throws Error if the readers read other levels of risk. */
function checkSame(figures: readonly TeamFigures[]): void {
  const counts = new Set(figures.map(({ ofLowRisk }) => ofLowRisk))
  if (counts.size !== 1) throw new Error(`${[...counts].join(' and ')} entities of low risk were read`)
}

/** @throws Error if entities are lost. */
async function readTeam(program: string, url: string, reader: Reader): Promise<TeamFigures> {
  const figures = await runProgram<TeamFigures>(program, [`${url}/${size}`, reader])
  if (figures.count !== size) throw new Error(`${reader}: ${figures.count} of ${size} entities were read`)
  return figures
}

function writeSection(streams: readonly TeamFigures[], json: TeamFigures): Section {
  const memory = streams.map(({ mebibytes }) => mebibytes)
  const own = median(memory)
  const writeRow = (reader: Reader, figures: readonly TeamFigures[]) => [
    readers[reader],
    formatSpread(
      figures.map(({ mebibytes }) => mebibytes),
      formatMebibytes,
    ),
  ]
  return {
    heading: 'Client: a stream of 1,000,000',
    parts: [
      `Over loopback, from a server that generates the list while it sends it. The memory is the peak of the whole process, Node included; the stream is read by ${streamCount} processes, because the peak depends on the moment of a collection.`,
      { head: ['read by', 'peak memory'], rows: [writeRow('stream', streams), writeRow('json', [json])] },
    ],
    goals: [
      judgeFixed({
        name: 'Peak memory of a stream of 1,000,000',
        value: own,
        max: 125,
        format: formatMebibytes,
        peer: `response.json() ${formatMebibytes(json.mebibytes)}`,
      }),
    ],
    speed: [
      {
        task: 'Client: reads 1,000,000 entities, peak memory',
        own,
        alternatives: { 'response.json()': json.mebibytes },
        format: formatMebibytes,
      },
    ],
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { EntityScreening } from '../../../../src/index.ts'
import type { ImportReport } from '../../../../src/portfolio/index.ts'
import { bundle } from '../../../bundle.ts'
import { countEntities, makePortfolio, type Portfolio } from '../../portfolio-rows.ts'
import { type Service, startService } from './fire-service.ts'

/** Where journals are kept: in a folder, or in a schema of a Postgres. */
export interface Place {
  readonly folder?: string
  readonly postgres?: string
  readonly schema?: string
}

export interface Fire {
  readonly place: Place
  readonly rows: number
  readonly processes: number
  readonly partitions: number
  /** How many processes are killed, and how many stopped for longer than their lease. */
  readonly kills: number
  readonly stops: number
  /** How long the list does not show what was created, in milliseconds. */
  readonly lag: number
  readonly recheckDelay: number
  readonly ttl: number
  readonly log?: (line: string) => void
}

/** What a worker is told when it starts. */
export interface Work extends Pick<Fire, 'place' | 'partitions' | 'recheckDelay' | 'ttl'> {
  readonly worker: number
  readonly baseUrl: string
  readonly apiKey: string
  readonly timeout: number
  readonly file: string
  readonly name: string
}

/** What a worker says of a partition: that it has its journal, and what came of the import. */
export type Said = { readonly index: number } & (
  | { readonly token: number; readonly isTakenOver: boolean; readonly at: number }
  | { readonly report: ImportReport }
  | { readonly error: string }
)

/** What came of it all: the first four must be empty or 0. */
export interface Outcome {
  doubled: number
  lost: number
  /** What the reports of the partitions do not agree with. */
  wrong: string[]
  /** Requests that create, begun by a process after another had taken its partition over. */
  afterWaking: number
  imports: number
  kills: number
  stops: number
  takeovers: number
  rows: number
  requests: number
  faults: number
  seconds: number
}

interface Worker {
  readonly id: number
  readonly child: ChildProcess
  /** The partitions that it works on. */
  readonly jobs: Set<number>
  isStopped: boolean
  isKilled: boolean
  /** After how many requests it is killed or stopped. */
  fate: number
}

/** Shorter than a request of a busy machine takes is no use. */
const timeout = 1500

/** How often a process is ended or stopped: after so many requests at most. */
const longestLife = 40

/** Imports a portfolio by several processes that share journals, while they are killed and stopped and the service fails. */
export async function importUnderFire(fire: Fire): Promise<Outcome> {
  const begun = performance.now()
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-fire-'))
  const portfolio = makePortfolio(fire.rows)
  const script = join(folder, 'worker.cjs')
  const file = join(folder, 'portfolio.csv')
  await writeFile(file, portfolio.csv)
  await bundle('test/portfolio/import/fire/fire-worker.ts', script)
  const service = await startService(fire.lag)
  const outcome: Outcome = {
    doubled: 0,
    lost: 0,
    wrong: [],
    afterWaking: 0,
    imports: 0,
    kills: 0,
    stops: 0,
    takeovers: 0,
    rows: 0,
    requests: 0,
    faults: 0,
    seconds: 0,
  }
  try {
    do await importOnce({ fire, service, portfolio, script, file, outcome })
    while (outcome.kills < fire.kills || outcome.stops < fire.stops)
    return { ...outcome, faults: service.faults(), seconds: Math.round((performance.now() - begun) / 1000) }
  } finally {
    await service.close()
    await rm(folder, { recursive: true })
  }
}

interface Round {
  readonly fire: Fire
  readonly service: Service
  readonly portfolio: Portfolio
  readonly script: string
  readonly file: string
  readonly outcome: Outcome
}

async function importOnce({ fire, service, portfolio, script, file, outcome }: Round): Promise<void> {
  const { partitions, processes, place, recheckDelay, ttl, log = () => {} } = fire
  outcome.imports += 1
  const team = service.open()
  const name = `import ${outcome.imports}`
  const waiting = Array.from({ length: partitions }, (_, at) => at + 1)
  const reports = new Map<number, ImportReport>()
  /** Of each partition the newest token, and since when it is held. */
  const holders = new Map<number, { token: number; at: number }>()
  const workers = new Map<number, Worker>()
  let started = 0
  let finish = () => {}
  let giveUp = (_: Error) => {}
  const finished = new Promise<void>((resolve, reject) => {
    finish = resolve
    giveUp = reject
  })

  service.onBulk((id, index, token, begun) => {
    outcome.requests += 1
    const worker = workers.get(id)
    // Also one that was killed: what was on the wire is its successor's to find.
    const holder = holders.get(index)
    if (worker !== undefined && holder !== undefined && token < holder.token && begun > holder.at)
      outcome.afterWaking += 1
  })
  service.onRequest(id => {
    const worker = workers.get(id)
    if (worker === undefined || worker.isStopped) return
    worker.fate -= 1
    if (worker.fate === 0) setTimeout(() => strike(worker), Math.random() * 60)
  })
  const timer = setInterval(() => log(progress()), 5000)
  try {
    for (let at = 0; at < processes; at += 1) hire()
    assign()
    await finished
  } finally {
    clearInterval(timer)
    service.onBulk(() => {})
    service.onRequest(() => {})
    for (const { child } of workers.values()) child.kill('SIGKILL')
    const all = [...workers.values()].map(({ child }) => child)
    await Promise.all(all.map(child => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
  }
  await team.close(async apiKey => {
    const client = new EntityScreening({ apiKey, baseUrl: service.url, timeout: 30_000 })
    judge(outcome, portfolio, countEntities(await client.entities.list()), [...reports.values()])
  })
  log(progress())

  function progress(): string {
    const { kills, stops, takeovers, requests } = outcome
    return `${name}: ${reports.size} of ${partitions} partitions, ${kills} kills, ${stops} stops, ${takeovers} takeovers, ${requests} bulk requests`
  }

  function hire(): void {
    started += 1
    const id = outcome.imports * 10_000 + started
    const work: Work = {
      worker: id,
      place,
      partitions,
      recheckDelay,
      ttl,
      timeout,
      file,
      name,
      apiKey: team.apiKey,
      baseUrl: service.url,
    }
    const child = spawn(process.execPath, [script, JSON.stringify(work)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const worker: Worker = { id, child, jobs: new Set(), isStopped: false, isKilled: false, fate: drawFate() }
    workers.set(id, worker)
    createInterface(child.stdout).on('line', line => hear(worker, JSON.parse(line)))
    // What it was told when it was killed already.
    child.stdin.on('error', () => {})
    child.on('exit', () => {
      workers.delete(id)
      waiting.push(...worker.jobs)
      if (reports.size === partitions) return
      hire()
      assign()
    })
  }

  function tokenOf(index: number): number {
    return holders.get(index)?.token ?? 0
  }

  /** Each partition that waits goes to the process that has the fewest. */
  function assign(): void {
    while (waiting.length > 0) {
      const ready = [...workers.values()].filter(({ isStopped, isKilled }) => !isStopped && !isKilled)
      const [idlest] = ready.sort((one, other) => one.jobs.size - other.jobs.size)
      const index = waiting[0]
      if (idlest === undefined || index === undefined) return
      waiting.shift()
      idlest.jobs.add(index)
      idlest.child.stdin?.write(`${index}\n`)
    }
  }

  function hear(worker: Worker, said: Said): void {
    const { index } = said
    if ('token' in said) {
      outcome.takeovers += said.isTakenOver ? 1 : 0
      if (said.token > tokenOf(index)) holders.set(index, said)
      return
    }
    // Of one that was stopped the partition is somebody else's by now.
    if (!worker.jobs.delete(index)) return
    if ('report' in said && said.report.stopped === null) reports.set(index, said.report)
    else {
      log(`${name} ${index}: ${'error' in said ? said.error : said.report.stopped?.cause}`)
      waiting.push(index)
    }
    if (reports.size === partitions) finish()
    else assign()
  }

  function strike(worker: Worker): void {
    if (!workers.has(worker.id) || worker.isStopped || worker.isKilled) return
    const [kills, stops] = [fire.kills - outcome.kills, fire.stops - outcome.stops]
    if (kills + stops <= 0) return
    if (Math.random() * (kills + stops) < kills) {
      outcome.kills += 1
      worker.isKilled = true
      worker.child.kill('SIGKILL')
    } else stopForLong(worker).catch(giveUp)
  }

  /** Until others have all that it had. */
  async function stopForLong(worker: Worker): Promise<void> {
    const jobs = [...worker.jobs]
    const others = [...workers.values()].filter(
      other => other !== worker && !other.isStopped && !other.isKilled,
    )
    if (jobs.length === 0 || others.length === 0) return
    outcome.stops += 1
    worker.isStopped = true
    worker.child.kill('SIGSTOP')
    worker.jobs.clear()
    const before = new Map(jobs.map(index => [index, tokenOf(index)]))
    waiting.push(...jobs)
    assign()
    const isTaken = (index: number) => tokenOf(index) > (before.get(index) ?? 0) || reports.has(index)
    await new Promise(resolve => setTimeout(resolve, ttl))
    while (!jobs.every(isTaken)) await new Promise(resolve => setTimeout(resolve, 20))
    await new Promise(resolve => setTimeout(resolve, Math.random() * (timeout + recheckDelay)))
    worker.isStopped = false
    worker.fate = drawFate()
    worker.child.kill('SIGCONT')
    assign()
  }
}

function drawFate(): number {
  return 1 + Math.floor(Math.random() * longestLife)
}

/** Holds the team and the reports to what the portfolio says. */
function judge(
  outcome: Outcome,
  portfolio: Portfolio,
  found: ReadonlyMap<string, number>,
  reports: readonly ImportReport[],
): void {
  for (const key of new Set([...found.keys(), ...portfolio.expected.keys()])) {
    const more = (found.get(key) ?? 0) - (portfolio.expected.get(key) ?? 0)
    outcome.doubled += Math.max(0, more)
    outcome.lost += Math.max(0, -more)
  }
  const sum = (count: keyof ImportReport) =>
    reports.reduce((total, report) => total + Number(report[count]), 0)
  const linesOf = (wanted: string) =>
    reports
      .flatMap(({ problems }) => problems)
      .filter(({ kind }) => kind === wanted)
      .map(({ line }) => line)
      .sort((one, other) => one - other)
  const { goodLines, badLines, duplicateLines } = portfolio
  const due: [string, unknown, unknown][] = [
    ['rows', sum('rows'), goodLines + badLines.length + duplicateLines.length],
    ['created', sum('created'), goodLines],
    ['refused', sum('refused'), 0],
    ['possible duplicates', sum('possibleDuplicates'), 0],
    ['remaining', sum('remaining'), 0],
    ['invalid lines', linesOf('invalid').join(), badLines.join()],
    ['duplicate lines', linesOf('duplicate').join(), duplicateLines.join()],
  ]
  for (const [what, is, should] of due)
    if (is !== should) outcome.wrong.push(`${what}: ${is} instead of ${should}`)
  outcome.rows += sum('rows')
}

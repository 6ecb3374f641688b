import { access, constants, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Exchange, type Finding, observe, type Report } from '../../mock-server/parity/index.ts'
import type { AskClass } from '../../mock-server/parity/judges/row.ts'
import { readByClient } from '../../mock-server/parity/recording/read-by-client.ts'
import { readHar } from '../../mock-server/parity/recording/read-har.ts'
import { createRecorder } from '../../mock-server/parity/recording/recorder.ts'
import { reportOn } from '../../mock-server/parity/report.ts'
import {
  type Verification,
  type VerifyOptions,
  verify as verifyService,
} from '../../mock-server/parity/verify.ts'
import { createdNames, mostCreated } from '../../mock-server/parity/write.ts'
import { addressOf } from '../connection/connect.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { duration, wholeNumber } from '../definition/flags.ts'
import { type Diagnosis, describeDrift, formatDiagnosis } from '../doctor/diagnosis.ts'
import { examine, sendKeyFlag } from '../doctor/examine.ts'
import { describeFailure, type ExitStatus, exit, FileError, UsageError, unwritable } from '../failure.ts'
import { openJournal, withJournal } from '../journal/open-journal.ts'
import { readBehaviour } from '../json-file.ts'
import { writeRows } from '../output/rows.ts'
import { saveFile } from '../output/save.ts'
import { countOf } from '../output/text.ts'
import { columns } from './columns.ts'
import { writeJournal } from './journal.ts'

const flags = {
  searches: { says: 'also call the searches, which may be billed and logged (at most 3 calls)' },
  'wrong-key': {
    says: 'also call with a wrong key, without a key, and with unknown ids and paths (at most 5 calls)',
  },
  write: {
    says: `also create entities, of which ${mostCreated} may remain, and rescan one (at most 31 calls)`,
  },
  journal: { value: 'FILE', says: 'where --write records what it does (verify.journal)' },
  'team-size': {
    value: 'N',
    says: 'number of entities in the team, if it has others than those of earlier runs',
  },
  for: {
    value: 'TIME',
    says: 'also read the list every 30 seconds for this long, to see case statuses change',
  },
  behaviour: { value: 'FILE', says: 'compare with the mock server with this behaviour' },
  out: { value: 'FILE', isReplaced: true, says: 'write its behaviour here, for serve --behaviour' },
  record: { value: 'FILE', isReplaced: true, says: 'write a scrubbed recording to this file (HAR)' },
  replay: { value: 'FILE', says: 'judge a recording; send nothing' },
  ...sendKeyFlag,
} as const

type VerifyCall = CommandCall<keyof typeof flags>

export const command = defineCommand({
  name: 'verify',
  usage: '[flags]',
  about: `Finds out how the service differs from the mock server where the specification is silent, and writes a behaviour file with which the mock server does the same. By default it only reads, with at most 8 calls, a second apart, without retries. It stops at the first 429 or 5xx, and never tests limits.`,
  flags,
  exits: {
    [exit.failed]: 'a check of doctor failed, or it stopped early and found no difference',
    [exit.inPart]: 'the service differs from the mock server',
  },
  examples: [
    'verify --out behaviour.json',
    'verify --searches --wrong-key --write --record service.har',
    'verify --replay service.har',
  ],
  async run(call) {
    for (const name of ['out', 'record'] as const) await checkFolder(call.flags.text(name))
    const replay = call.flags.text('replay')
    const asking = ['searches', 'wrong-key', 'write', 'journal', 'team-size', 'for', 'send-key'] as const
    const sending = asking.find(name => call.flags.has(name))
    if (replay !== undefined && sending !== undefined)
      throw new UsageError(`--replay sends nothing: --${sending} cannot be given with it`)
    const file = call.flags.text('behaviour')
    const against = file === undefined ? undefined : await readBehaviour(file)
    if (replay !== undefined) {
      const exchanges = await readRecording(replay)
      return tell(call, reportOn(exchanges, { against, isScrubbed: true }), { exchanges })
    }
    return ask(call, { against, ...settingsOf(call) })
  },
})

/** Noticed before anything is sent: what was found out would be lost. */
async function checkFolder(file: string | undefined): Promise<void> {
  if (file === undefined) return
  await access(dirname(resolve(file)), constants.W_OK).catch(error => {
    throw unwritable(file, error)
  })
}

async function readRecording(file: string): Promise<Exchange[]> {
  try {
    return readHar(await readFile(file, 'utf8'))
  } catch (error) {
    throw new FileError(`${file} is not a recording: ${describeFailure(error)}`, { cause: error })
  }
}

/** What flags say, before anything is sent. */
function settingsOf({ flags, environment }: VerifyCall) {
  for (const name of ['journal', 'team-size'] as const)
    if (flags.has(name) && !flags.has('write')) throw new UsageError(`--${name} needs --write`)
  return {
    searches: flags.has('searches'),
    wrongKey: flags.has('wrong-key'),
    teamSize: wholeNumber('--team-size', flags.text('team-size')),
    lookFor: duration('--for', flags.text('for')),
    timeout: duration('--timeout', flags.text('timeout')),
    // Only tests set it.
    pause: Number(environment.ENTITY_SCREENING_VERIFY_PAUSE || 1000),
  }
}

type Settings = ReturnType<typeof settingsOf> & Pick<VerifyOptions, 'against'>

/** Begins where `doctor` finds the service, whatever else it finds. Reports on all that was exchanged, however it ends. */
async function ask(call: VerifyCall, settings: Settings): Promise<ExitStatus> {
  const baseUrl = addressOf(call)
  const observer = observe(fetch, { baseUrl: baseUrl ?? 'http://localhost', most: Number.POSITIVE_INFINITY })
  let apiKey = ''
  const onKey = (given: string) => {
    apiKey = given
  }
  const diagnoses: Diagnosis[] = []
  for await (const diagnosis of examine(call, { fetch: observer.fetch, onKey })) diagnoses.push(diagnosis)
  const before = await observer.exchanges()
  const access = diagnoses.find(({ check }) => check === 'access')
  if (baseUrl !== undefined && access?.status === 'ok') {
    const verification = await verifyAt(call, { baseUrl, apiKey, before, ...settings })
    const status = await tell(call, verification, { exchanges: verification.all, apiKey })
    return verification.isWriteRefused ? exit.usage : status
  }
  const failed = diagnoses.find(({ status }) => status === 'fail') ?? null
  const asked = new Set<AskClass>(['reading'])
  const report = reportOn(before, {
    asked,
    against: settings.against,
    stopped: 'doctor does not find the service',
  })
  await tell(call, report, { exchanges: before, apiKey, failed })
  return exit.failed
}

function verifyAt(
  call: VerifyCall,
  { teamSize, ...settings }: Settings & Pick<VerifyOptions, 'baseUrl' | 'apiKey' | 'before'>,
): Promise<Verification> {
  const { flags, signal, output, hint } = call
  const place = flags.has('write') ? openJournal(flags.text('journal') ?? 'verify.journal') : null
  if (place !== null)
    hint(
      `At most ${mostCreated} entities remain in the team: ${createdNames.join(', ')}. ${place.title} names them.`,
    )
  return withJournal(
    place,
    place => place.open(),
    async opened => {
      const write = opened && { journal: await writeJournal(opened, settings.baseUrl, output), teamSize }
      return verifyService({ signal, write, ...settings })
    },
  )
}

interface ReportContext {
  readonly exchanges: readonly Exchange[]
  readonly apiKey?: string
  /** The check of `doctor` because of which nothing else was asked. */
  readonly failed?: Diagnosis | null
}

async function tell(
  call: VerifyCall,
  report: Report,
  { exchanges, apiKey = '', failed }: ReportContext,
): Promise<ExitStatus> {
  const { output, isJson, hint, flags } = call
  const [out, record] = [flags.text('out'), flags.text('record')]
  // The behaviour of another server would replace that of the service.
  if (out !== undefined && failed === undefined)
    await saveFile(out, `${JSON.stringify(report.behaviour, null, 2)}\n`)
  if (record !== undefined && exchanges.length > 0) {
    const recorder = createRecorder({ keys: [apiKey], baseUrl: addressOf(call) })
    for (const exchange of exchanges) recorder.add(exchange)
    await saveFile(record, recorder.toHar())
  }
  const { findings, behaviour, stopped } = report
  const drift = await driftIn(exchanges)
  const of = (...verdicts: readonly Finding['verdict'][]) =>
    findings.filter(({ verdict }) => verdicts.includes(verdict))
  const [different, same] = [of('differs'), of('same')]
  const answers = different.length + same.length
  if (isJson) await output.json({ findings, behaviour, stopped, drift, ...(failed && { failed }) })
  else {
    if (failed) await output.lines(formatDiagnosis(failed))
    // Nothing can be said without any exchange.
    if (exchanges.length === 0) return exit.failed
    await writeRows(
      output,
      [...different, ...same, ...of('not_seen', 'not_asked', 'could_not_check')],
      columns,
    )
    for (const line of drift) await output.line(`Not as specified: ${line}`)
  }
  if (stopped !== null) output.note(`stopped early: ${stopped}`)
  hint(`${countOf(answers, 'answer', 'answers')}, ${different.length} of them different.`)
  const others = different.filter(({ isReproducible }) => !isReproducible).map(({ id }) => id)
  if (others.length > 0)
    hint(`A behaviour file cannot express ${others.join(', ')}; the option transform can.`)
  if (call.signal.aborted) return exit.interrupted
  // What ended early may differ where nothing was asked.
  if (answers === 0 || (stopped !== null && different.length === 0)) return exit.failed
  // A behaviour that contradicts the specification leaves its traces in what the client reads.
  const isDrift = drift.length > 0 && !flags.has('behaviour')
  return different.length > 0 || isDrift ? exit.inPart : exit.done
}

/** Where responses differ from the specification, as the client reads them: each place once. */
async function driftIn(exchanges: readonly Exchange[]): Promise<string[]> {
  const lines = new Set<string>()
  for (const exchange of exchanges.filter(({ status }) => status < 300)) {
    const reading = await readByClient(exchange)
    const error = reading?.error ? [reading.error.message] : []
    for (const place of [...error, ...describeDrift(reading?.quirks ?? [])])
      lines.add(`${exchange.operation}: ${place}`)
  }
  return [...lines]
}

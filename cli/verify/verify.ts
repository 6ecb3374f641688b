import { access, constants, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Exchange, observe, type Report } from '../../mock-server/parity/index.ts'
import type { ProbeKind } from '../../mock-server/parity/judges/open-point-spec.ts'
import { createdNames, maxCreatedEntities } from '../../mock-server/parity/probe-writes.ts'
import { readByClient } from '../../mock-server/parity/recording/read-by-client.ts'
import { readHar } from '../../mock-server/parity/recording/read-har.ts'
import { createRecorder } from '../../mock-server/parity/recording/recorder.ts'
import { createParityReport } from '../../mock-server/parity/report.ts'
import {
  type Verification,
  type VerifyServiceOptions,
  verifyService,
} from '../../mock-server/parity/verify-service.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { findBaseUrl } from '../connection/connect.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { parseDuration, parseWholeNumber } from '../definition/flags.ts'
import { type Diagnosis, formatDiagnosis, listDrifts } from '../doctor/diagnosis.ts'
import { examine, sendKeyFlag } from '../doctor/examine.ts'
import {
  createUnwritableError,
  describeFailure,
  type ExitStatus,
  exit,
  FileError,
  UsageError,
} from '../failure.ts'
import { locateJournal, withJournal } from '../journal/locate-journal.ts'
import { readBehaviour, withoutByteOrderMark } from '../json-file.ts'
import { replaceFile } from '../output/replace-file.ts'
import { writeRows } from '../output/rows.ts'
import { columns } from './columns.ts'
import { openWriteJournal } from './journal.ts'

const flags = {
  searches: { description: 'also call the searches, which may be billed and logged (at most 3 calls)' },
  'wrong-key': {
    description:
      'also call with a wrong key, without a key, and with unknown ids and paths (at most 5 calls)',
  },
  write: {
    description: `also create entities, of which ${maxCreatedEntities} may remain, and rescan one (at most 31 calls)`,
  },
  journal: { value: 'FILE', description: 'where --write records what it does (verify.journal)' },
  'team-size': {
    value: 'N',
    description: 'number of entities in the team, if it has others than those of earlier runs',
  },
  for: {
    value: 'TIME',
    description: 'also read the list every 30 seconds for this long, to see case statuses change',
  },
  behaviour: { value: 'FILE', description: 'compare with the mock server with this behaviour' },
  out: { value: 'FILE', isReplaced: true, description: 'write its behaviour here, for serve --behaviour' },
  record: { value: 'FILE', isReplaced: true, description: 'write a scrubbed recording to this file (HAR)' },
  replay: { value: 'FILE', description: 'judge a recording; send nothing' },
  ...sendKeyFlag,
} as const

type VerifyCall = CommandCall<keyof typeof flags>

export const verifyCommand = defineCommand({
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
    for (const name of ['out', 'record'] as const) await assertWritableFolder(call.flags.text(name))
    const replay = call.flags.text('replay')
    const liveFlags = ['searches', 'wrong-key', 'write', 'journal', 'team-size', 'for', 'send-key'] as const
    const liveFlag = liveFlags.find(name => call.flags.has(name))
    if (replay !== undefined && liveFlag !== undefined)
      throw new UsageError(`--replay sends nothing: --${liveFlag} cannot be given with it`)
    const file = call.flags.text('behaviour')
    const against = file === undefined ? undefined : await readBehaviour(file)
    if (replay !== undefined) {
      const exchanges = await readRecording(replay)
      return writeReport(call, createParityReport(exchanges, { against, isScrubbed: true }), { exchanges })
    }
    return verifyLive(call, { against, ...readSettings(call) })
  },
})

/** Asserts that a file can be written. Called before any request is sent, because otherwise the findings could be lost. */
async function assertWritableFolder(file: string | undefined): Promise<void> {
  if (file === undefined) return
  await access(dirname(resolve(file)), constants.W_OK).catch(error => {
    throw createUnwritableError(file, error)
  })
}

async function readRecording(file: string): Promise<Exchange[]> {
  try {
    return readHar(withoutByteOrderMark(await readFile(file, 'utf8')))
  } catch (error) {
    throw new FileError(`${file} is not a recording: ${describeFailure(error)}`, { cause: error })
  }
}

/** Reads the settings from the flags. Called before any request is sent, so that a mistake is reported at once. */
function readSettings({ flags, environment }: VerifyCall) {
  for (const name of ['journal', 'team-size'] as const)
    if (flags.has(name) && !flags.has('write')) throw new UsageError(`--${name} needs --write`)
  return {
    searches: flags.has('searches'),
    wrongKey: flags.has('wrong-key'),
    teamSize: parseWholeNumber('--team-size', flags.text('team-size')),
    watchDuration: parseDuration('--for', flags.text('for')),
    timeout: parseDuration('--timeout', flags.text('timeout')),
    // Only tests set this variable.
    pause: Number(environment.ENTITY_SCREENING_VERIFY_PAUSE || 1000),
  }
}

type Settings = ReturnType<typeof readSettings> & Pick<VerifyServiceOptions, 'against'>

/**
 * Verifies the service if it passes the `doctor` checks. Always writes a report on all requests and responses, even if the
 * verification fails.
 */
async function verifyLive(call: VerifyCall, settings: Settings): Promise<ExitStatus> {
  const baseUrl = findBaseUrl(call)
  const observer = observe(fetch, {
    baseUrl: baseUrl ?? 'http://localhost',
    maxExchanges: Number.POSITIVE_INFINITY,
  })
  let apiKey = ''
  const onKey = (key: string) => {
    apiKey = key
  }
  const diagnoses: Diagnosis[] = []
  for await (const diagnosis of examine(call, { fetch: observer.fetch, onKey })) diagnoses.push(diagnosis)
  const earlierExchanges = await observer.exchanges()
  const access = diagnoses.find(({ check }) => check === 'access')
  if (baseUrl !== undefined && access?.status === 'ok') {
    const verification = await runVerification(call, {
      baseUrl,
      apiKey,
      before: earlierExchanges,
      ...settings,
    })
    const status = await writeReport(call, verification, { exchanges: verification.allExchanges, apiKey })
    return verification.isWriteRefused ? exit.usage : status
  }
  const failedCheck = diagnoses.find(({ status }) => status === 'fail') ?? null
  const probeKinds = new Set<ProbeKind>(['reading'])
  const report = createParityReport(earlierExchanges, {
    probeKinds,
    against: settings.against,
    stopped: 'doctor does not find the service',
  })
  await writeReport(call, report, { exchanges: earlierExchanges, apiKey, failed: failedCheck })
  return exit.failed
}

function runVerification(
  call: VerifyCall,
  { teamSize, ...settings }: Settings & Pick<VerifyServiceOptions, 'baseUrl' | 'apiKey' | 'before'>,
): Promise<Verification> {
  const { flags, signal, output, hint } = call
  const location = flags.has('write')
    ? locateJournal('--journal', flags.text('journal') ?? 'verify.journal')
    : null
  if (location !== null)
    hint(
      `At most ${maxCreatedEntities} entities remain in the team: ${createdNames.join(', ')}. ${location.title} names them.`,
    )
  return withJournal(
    location,
    place => place.open(),
    async openedJournal => {
      const write = openedJournal && {
        journal: await openWriteJournal(openedJournal, settings.baseUrl, output),
        teamSize,
      }
      return verifyService({ signal, write, ...settings })
    },
  )
}

interface ReportContext {
  readonly exchanges: readonly Exchange[]
  readonly apiKey?: string
  /** The `doctor` check that prevented the verification. */
  readonly failed?: Diagnosis | null
}

async function writeReport(
  call: VerifyCall,
  report: Report,
  { exchanges, apiKey = '', failed }: ReportContext,
): Promise<ExitStatus> {
  const { output, isJson, hint, flags } = call
  const [out, record] = [flags.text('out'), flags.text('record')]
  // If a `doctor` check failed, no behaviour file is written, because it could describe another server and overwrite the file of
  // the service.
  if (out !== undefined && failed === undefined)
    await replaceFile(out, `${JSON.stringify(report.behaviour, null, 2)}\n`)
  if (record !== undefined && exchanges.length > 0) {
    const recorder = createRecorder({ keys: [apiKey], baseUrl: findBaseUrl(call) })
    for (const exchange of exchanges) recorder.add(exchange)
    await replaceFile(record, recorder.toHar())
  }
  const { findings, behaviour, stopped } = report
  const drift = await listDriftLines(exchanges)
  const withVerdict = (...verdicts: readonly Report['findings'][number]['verdict'][]) =>
    findings.filter(({ verdict }) => verdicts.includes(verdict))
  const [different, same] = [withVerdict('differs'), withVerdict('same')]
  const answers = different.length + same.length
  if (isJson) await output.json({ findings, behaviour, stopped, drift, ...(failed && { failed }) })
  else {
    if (failed) await output.lines(formatDiagnosis(failed))
    // If nothing was sent, nothing was checked, so no table is written.
    if (exchanges.length === 0) return exit.failed
    await writeRows(
      output,
      [...different, ...same, ...withVerdict('not_seen', 'not_asked', 'could_not_check')],
      columns,
    )
    for (const line of drift) await output.line(`Not as specified: ${line}`)
  }
  if (stopped !== null) output.note(`stopped early: ${stopped}`)
  hint(`${countOf(answers, 'answer', 'answers')}, ${different.length} of them different.`)
  const inexpressible = different.filter(({ isReproducible }) => !isReproducible).map(({ id }) => id)
  if (inexpressible.length > 0)
    hint(`A behaviour file cannot express ${inexpressible.join(', ')}; the option transform can.`)
  if (call.signal.aborted) return exit.interrupted
  // A verification that stopped early may have missed differences, so it fails even if it found none.
  if (answers === 0 || (stopped !== null && different.length === 0)) return exit.failed
  // A deviation from the specification that the client reports (drift) also counts as a difference, except with `--behaviour`,
  // because the behaviour file may describe it.
  const isDrift = drift.length > 0 && !flags.has('behaviour')
  return different.length > 0 || isDrift ? exit.inPart : exit.done
}

/** Reads responses with the client. Returns each difference between a response and the specification once. */
async function listDriftLines(exchanges: readonly Exchange[]): Promise<string[]> {
  const lines = new Set<string>()
  for (const exchange of exchanges.filter(({ status }) => status < 300)) {
    const reading = await readByClient(exchange)
    const error = reading?.error ? [describeFailure(reading.error)] : []
    for (const place of [...error, ...listDrifts(reading?.quirks ?? [])])
      lines.add(`${exchange.operation}: ${place}`)
  }
  return [...lines]
}

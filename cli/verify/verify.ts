import { type Exchange, observe } from '../../mock-server/parity/index.ts'
import type { ProbeKind } from '../../mock-server/parity/judges/open-point-spec.ts'
import { createdNames, maxCreatedEntities } from '../../mock-server/parity/probe-writes.ts'
import { readHar } from '../../mock-server/parity/recording/read-har.ts'
import { createParityReport } from '../../mock-server/parity/report.ts'
import {
  type Verification,
  type VerifyServiceOptions,
  verifyService,
} from '../../mock-server/parity/verify-service.ts'
import { findBaseUrl } from '../connection/connect.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { parseDuration, parseWholeNumber } from '../definition/flags.ts'
import type { Diagnosis } from '../doctor/diagnosis.ts'
import { examine, sendKeyFlag } from '../doctor/examine.ts'
import { describeFailure, type ExitStatus, exit, FileError, UsageError } from '../failure.ts'
import { locateJournal, withJournal } from '../journal/locate-journal.ts'
import { readBehaviour, readTextFile } from '../json-file.ts'
import { assertWritable, replaceFlag } from '../output/replace-file.ts'
import { openWriteJournal } from './journal.ts'
import { writeReport } from './write-report.ts'

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
  ...replaceFlag,
  replay: { value: 'FILE', description: 'judge a recording (HAR); send nothing' },
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
    'verify --searches --wrong-key --write',
    'verify --replay service.har',
  ],
  async run(call) {
    const out = call.flags.text('out')
    // Checked before any request is sent, because otherwise the findings could be lost.
    if (out !== undefined) await assertWritable(out, { replaces: call.flags.has('replace') })
    const replay = call.flags.text('replay')
    const liveFlags = ['searches', 'wrong-key', 'write', 'journal', 'team-size', 'for', 'send-key'] as const
    const liveFlag = liveFlags.find(name => call.flags.has(name))
    if (replay !== undefined && liveFlag !== undefined)
      throw new UsageError(`--replay sends nothing: --${liveFlag} cannot be given with it`)
    const file = call.flags.text('behaviour')
    const against = file === undefined ? undefined : await readBehaviour(file)
    if (replay !== undefined) {
      const exchanges = await readRecording(replay)
      return writeReport(call, createParityReport(exchanges, { against }), { exchanges })
    }
    return verifyLive(call, { against, ...readSettings(call) })
  },
})

async function readRecording(file: string): Promise<Exchange[]> {
  const text = await readTextFile(file)
  try {
    return readHar(text)
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
    const status = await writeReport(call, verification, { exchanges: verification.allExchanges })
    return verification.isWriteRefused ? exit.usage : status
  }
  const failedCheck = diagnoses.find(({ status }) => status === 'fail') ?? null
  const probeKinds = new Set<ProbeKind>(['reading'])
  const report = createParityReport(earlierExchanges, {
    probeKinds,
    against: settings.against,
    stopped: `the check ${failedCheck?.check ?? 'access'} of doctor failed`,
  })
  await writeReport(call, report, { exchanges: earlierExchanges, failed: failedCheck })
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

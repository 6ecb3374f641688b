import type { QuirkReport } from '../../src/reading/log.ts'
import type { ClientOptions } from '../../src/transport/options/options.ts'
import { addressName, addressOf, clientSettings, createClient } from '../connection/connect.ts'
import { exit } from '../definition/command.ts'
import { type CommandCall, defineCommand, noArguments } from '../definition/define.ts'
import type { Diagnosis } from '../doctor/diagnosis.ts'
import { skipped } from '../doctor/diagnosis.ts'
import { checkAddress, checkKey, checkNode } from '../doctor/local-checks.ts'
import {
  checkClock,
  checkHealth,
  checkIndex,
  checkList,
  doubtService,
  type Patient,
  type ResponseHead,
} from '../doctor/service-checks.ts'
import type { Line } from '../output/colour.ts'

export const doctor = defineCommand({
  name: 'doctor',
  usage: '[flags]',
  about: `Checks everything that a connection to the service needs, and explains how to fix what is wrong: Node, address, key, connection and certificate, health, clock, version, whether the key is accepted, and whether responses match the specification.
It only reads, and sends the key only to a server that responds like the service. The exit status is 1 if a check fails, or if nothing shows that this is the service; warnings leave it at 0.`,
  flags: {},
  exits: { [exit.failed]: 'a check failed' },
  examples: ['doctor', 'doctor --base-url https://screening.example --key-file my-key'],
  async run(call) {
    noArguments(call, 'doctor')
    const diagnoses: Diagnosis[] = []
    for await (const diagnosis of examine(call)) {
      diagnoses.push(diagnosis)
      if (!call.isJson) await call.output.lines(formatDiagnosis(diagnosis))
    }
    const isWell = diagnoses.every(({ status }) => status !== 'fail')
    if (call.isJson) await call.output.json({ ok: isWell, checks: diagnoses })
    return isWell ? exit.done : exit.failed
  },
})

/** Check by check, each as soon as it is done. */
async function* examine(call: CommandCall): AsyncGenerator<Diagnosis> {
  const settings = clientSettings(call)
  yield checkNode(process.versions.node)
  const address = checkAddress(addressOf(call), addressName(call))
  yield address.diagnosis
  const key = await checkKey(call)
  if (key.value !== null) call.output.protect(key.value.apiKey)
  yield key.diagnosis
  if (address.value === null) {
    yield skipped('connection', 'there is no address to connect to')
    return
  }
  const patient = createPatient(call, settings, address.value, key.value?.apiKey ?? null)
  const health = await checkHealth(patient)
  yield* health.diagnoses
  if (!health.isConnected) return
  yield checkClock(patient)
  if (health.identity === 'foreign') {
    for (const check of ['version', 'access']) yield skipped(check, 'the server there is not the service')
    return
  }
  const index = await checkIndex(patient)
  yield* index.diagnoses
  if (key.value === null || patient.client === null) {
    yield skipped('access', 'there is no key to check')
    return
  }
  const isKnown = [health.identity, index.identity].includes('service')
  // A key that others have seen must be replaced.
  const doubt = isKnown ? null : await doubtService(patient)
  if (doubt === null) yield* await checkList(patient.client, patient, key.value.origin)
  else yield doubt
}

function createPatient(
  { environment, signal, flags }: CommandCall,
  settings: ClientOptions,
  baseUrl: string,
  apiKey: string | null,
): Patient {
  let head: ResponseHead | null = null
  const quirks: QuirkReport[] = []
  const options: ClientOptions = {
    ...settings,
    baseUrl,
    maxRetries: settings.maxRetries ?? 0,
    logLevel: flags.has('verbose') ? 'debug' : 'off',
    onQuirk: report => quirks.push(report),
    hooks: {
      afterResponse({ status, headers, duration }) {
        head = { status, headers, duration, at: Date.now() - duration / 2 }
      },
    },
  }
  return {
    stranger: createClient({ ...options, apiKey: null }),
    client: apiKey === null ? null : createClient({ ...options, apiKey }),
    environment,
    signal,
    lastResponse: () => head,
    quirks: () => quirks,
  }
}

const width = 'connection'.length

const styles = { ok: 'green', warn: 'yellow', fail: 'red', skipped: null } as const

function formatDiagnosis({ check, status, says, advice }: Diagnosis): Line[] {
  const rest = `${''.padEnd('skipped'.length - status.length)}  ${check.padEnd(width)}  ${says}`
  const lines = [
    [
      { text: status, style: styles[status] },
      { text: rest, style: null },
    ],
  ]
  return advice === null ? lines : [...lines, `${''.padEnd('skipped'.length + width + 4)}${advice}`]
}

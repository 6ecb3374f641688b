import type { QuirkReport } from '../../src/reading/log.ts'
import type { ClientOptions } from '../../src/transport/options/options.ts'
import { addressName, addressOf, clientSettings, createClient } from '../connection/connect.ts'
import { exit } from '../definition/command.ts'
import { type CommandCall, defineCommand, noArguments } from '../definition/define.ts'
import type { Finding } from '../doctor/finding.ts'
import { skipped } from '../doctor/finding.ts'
import { checkAddress, checkKey, checkNode } from '../doctor/local-checks.ts'
import {
  type AnswerHead,
  addressAdvice,
  checkClock,
  checkHealth,
  checkIndex,
  checkList,
  type Patient,
} from '../doctor/service-checks.ts'
import type { Line } from '../output/colour.ts'

export const doctor = defineCommand({
  name: 'doctor',
  usage: '[flags]',
  about: `Checks everything that a connection to the service needs, and explains how to fix what is wrong: Node, address, key, connection and certificate, health, clock, version, whether the key is accepted, and whether responses match the specification.
It only reads, and sends the key only to a server that responds like the service. The exit status is 1 if a check fails; warnings leave it at 0.`,
  flags: {},
  exits: { [exit.failed]: 'a check failed' },
  examples: ['doctor', 'doctor --base-url https://screening.example --key-file my-key'],
  async run(call) {
    noArguments(call, 'doctor')
    const findings: Finding[] = []
    for await (const finding of examine(call)) {
      findings.push(finding)
      if (!call.isJson) await call.output.lines(formatFinding(finding))
    }
    const isWell = findings.every(({ status }) => status !== 'fail')
    if (call.isJson) await call.output.json({ ok: isWell, checks: findings })
    return isWell ? exit.done : exit.failed
  },
})

/** Check by check, each as soon as it is done. */
async function* examine(call: CommandCall): AsyncGenerator<Finding> {
  const settings = clientSettings(call)
  yield checkNode(process.versions.node)
  const address = checkAddress(addressOf(call), addressName(call))
  yield address.finding
  const key = await checkKey(call)
  if (key.value !== null) call.output.protect(key.value.apiKey)
  yield key.finding
  if (address.value === null) {
    yield skipped('connection', 'there is no address to connect to')
    return
  }
  const patient = createPatient(call, settings, address.value, key.value?.apiKey ?? null)
  const health = await checkHealth(patient)
  yield* health.findings
  if (!health.isConnected) return
  yield checkClock(patient)
  if (health.identity === 'foreign') {
    for (const check of ['version', 'access']) yield skipped(check, 'the server there is not the service')
    return
  }
  const index = await checkIndex(patient)
  yield* index.findings
  if (key.value === null || patient.client === null) yield skipped('access', 'there is no key to check')
  // A key that somebody else has seen is to be replaced.
  else if (![health.identity, index.identity].includes('service'))
    yield skipped(
      'access',
      `nothing shows that this is the service, so the key is not sent. ${addressAdvice}`,
    )
  else yield* await checkList(patient.client, patient, key.value.origin)
}

function createPatient(
  { environment, signal, flags }: CommandCall,
  settings: ClientOptions,
  baseUrl: string,
  apiKey: string | null,
): Patient {
  let head: AnswerHead | null = null
  const quirks: QuirkReport[] = []
  const options: ClientOptions = {
    ...settings,
    baseUrl,
    retry: settings.retry ?? 0,
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
    lastAnswer: () => head,
    quirks: () => quirks,
  }
}

const width = 'connection'.length

const styles = { ok: 'green', warn: 'yellow', fail: 'red', skipped: null } as const

function formatFinding({ check, status, says, advice }: Finding): Line[] {
  const rest = `${''.padEnd('skipped'.length - status.length)}  ${check.padEnd(width)}  ${says}`
  const lines = [
    [
      { text: status, style: styles[status] },
      { text: rest, style: null },
    ],
  ]
  return advice === null ? lines : [...lines, `${''.padEnd('skipped'.length + width + 4)}${advice}`]
}

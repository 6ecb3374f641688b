import { defineCommand } from '../definition/command.ts'
import { type Diagnosis, formatDiagnosis } from '../doctor/diagnosis.ts'
import { examine, sendKeyFlag } from '../doctor/examine.ts'
import { exit } from '../failure.ts'

export const doctorCommand = defineCommand({
  name: 'doctor',
  usage: '[flags]',
  about: `Checks everything that a connection to the service needs, and explains how to fix what is wrong: Node, base URL, key, connection and certificate, health, version, whether the key is accepted, and whether responses match the specification.
It changes nothing. It sends the key only to a server that returns the service index of the specification at /v1 or /, unless --send-key says otherwise. The exit status is 1 if a check fails, or if the key is not sent; warnings leave it at 0.`,
  flags: sendKeyFlag,
  exits: { [exit.failed]: 'a check failed' },
  examples: ['doctor', 'doctor --base-url https://screening.example --key-file my-key'],
  async run(call) {
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

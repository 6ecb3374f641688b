import { parseArgument } from '../parse-argument.ts'
import type { Server } from '../server.ts'
import { type Fault, faultInput } from './fault.ts'

const maxTeamsNamed = 10

/** Adds a fault to a server. Returns its identifier. @throws TypeError naming each field that is wrong. */
export function addFault(server: Server, fault: unknown): string {
  assertFault(fault)
  const id = server.faults.add(fault)
  if (fault.team !== undefined) warnOfUnknownTeam(server, fault.team)
  return id
}

function assertFault(value: unknown): asserts value is Fault {
  parseArgument(faultInput, value, { caller: 'faults.add', root: 'the fault' })
}

/**
 * Warns of a fault for a team that does not exist, because its identifier may be misspelled. This is only a warning, because the
 * team may be created later.
 */
function warnOfUnknownTeam({ state: { teams }, warn }: Server, id: string): void {
  if (teams.has(id)) return
  const ids = [...teams.keys()].slice(0, maxTeamsNamed)
  const sentence = ids.length === 0 ? 'there are none yet' : `there are ${ids.join(', ')}`
  warn(`entity-screening: faults.add: no team has the id "${id}" (${sentence}): the fault waits for it.`)
}

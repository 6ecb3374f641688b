import * as z from 'zod/mini'
import { text } from '../../src/contract/text.ts'
import { faultInput } from '../faults/fault.ts'
import { parseArgument } from '../parse-argument.ts'
import type { Server } from '../server.ts'
import { restoreSnapshot } from './replace-state.ts'
import type { Snapshot } from './snapshot-schema.ts'
import { takeSnapshot } from './take-snapshot.ts'

const storedFaults = z.object({
  faults: z._default(
    z.array(z.object({ id: text, happened: z.int().check(z.minimum(0)), fault: faultInput })),
    [],
  ),
})

/** The content of a state file, and of the store in a browser: a snapshot and the active faults. */
export interface StoredState extends Snapshot, z.infer<typeof storedFaults> {}

export function takeStoredState(server: Server): StoredState {
  const faults = server.faults.list().map(({ id, happened, ...fault }) => ({ id, happened, fault }))
  return { ...takeSnapshot(server), faults }
}

/**
 * Restores a stored state.
 *
 * @throws TypeError naming the field that is wrong. In this case, the state does not change.
 */
export function restoreStoredState(server: Server, stored: unknown): void {
  const { faults } = parseArgument(storedFaults, stored, {
    caller: 'restore',
    root: 'the state',
    maxIssues: 3,
  })
  restoreSnapshot(server, stored)
  server.faults.restore(faults.map(({ fault, ...counts }) => ({ ...fault, ...counts })))
}

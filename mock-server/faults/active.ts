import type { OperationName } from '../../src/contract/operations.ts'
import { parseArgument } from '../parse-argument.ts'
import { fraction } from '../state/identifiers.ts'
import type { Undo } from '../state/pending.ts'
import { type Fault, faultInput } from './fault.ts'

/** An active fault. */
export type ActiveFault = Fault & {
  /** Its identifier, for `remove`. */
  readonly id: string
  /** How often it has happened. */
  readonly happened: number
}

/**
 * The active faults, in the order in which they were added: the first that applies happens.
 *
 * @example
 * server.faults.add({ operation: 'listEntities', status: 503, times: 2 })
 * await client.entities.list() // is retried until it succeeds
 * console.log(server.faults.list()) // []
 */
export interface Faults {
  /**
   * Adds a fault, active from the next request on.
   *
   * @returns its identifier, for `remove`.
   * @throws TypeError naming each field that is wrong.
   * @example
   * server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
   */
  add(fault: Fault): string
  /**
   * Returns the active faults, the oldest first.
   *
   * @example
   * for (const { id, happened } of server.faults.list()) console.log(id, happened)
   */
  list(): readonly ActiveFault[]
  /**
   * Removes one fault, or all of them; returns false if there was none.
   *
   * @example
   * const id = server.faults.add({ delay: 200 })
   * server.faults.remove(id)
   */
  remove(id?: string): boolean
}

type CountedFault = ActiveFault & { happened: number }

export interface FaultBox extends Faults {
  /** The fault that happens to a request, if any. */
  draw(operation: OperationName, team: string): Fault | undefined
  /** Puts these in the place of the active ones, and draws from the beginning again. */
  restore(faults: readonly ActiveFault[]): void
}

/** `changed` is called whenever the list of active faults is another; a fault that has happened is not taken back. */
export function createFaults(seed: number, changed: (undo?: Undo) => void): FaultBox {
  const active = new Map<string, CountedFault>()
  // Counted for each team and operation, so that unrelated calls change nothing.
  const asked = new Map<string, number>()
  let added = 0

  function putBack(faults: readonly (readonly [string, CountedFault])[]): void {
    active.clear()
    for (const [id, fault] of faults) active.set(id, fault)
  }

  return {
    add(fault) {
      parseArgument(faultInput, fault, { caller: 'faults.add', root: 'the fault' })
      added += 1
      const id = `fault-${added}`
      active.set(id, { ...copyFault(fault), id, happened: 0 })
      changed(() => void active.delete(id))
      return id
    },
    list: () => Array.from(active.values(), copyFault),
    remove(id) {
      const before = [...active]
      const any = id === undefined ? active.size > 0 : active.has(id)
      if (id === undefined) active.clear()
      else active.delete(id)
      if (any) changed(() => putBack(before))
      return any
    },
    restore(faults) {
      active.clear()
      asked.clear()
      added = 0
      for (const fault of faults) {
        active.set(fault.id, { ...fault })
        added = Math.max(added, Number(fault.id.replace(/\D/g, '')))
      }
    },
    draw(operation, team) {
      for (const fault of active.values()) {
        if (fault.operation !== undefined && fault.operation !== operation) continue
        if (fault.team !== undefined && fault.team !== team) continue
        const question = `${fault.id} ${operation} ${team}`
        const times = (asked.get(question) ?? 0) + 1
        asked.set(question, times)
        if (fraction(seed, 'fault', question, times) >= (fault.probability ?? 1)) continue
        fault.happened += 1
        if (fault.happened === fault.times) active.delete(fault.id)
        changed()
        return fault
      }
      return undefined
    },
  }
}

/** A copy, whose body nobody else can change: it is JSON. */
function copyFault<AnyFault extends Fault>(fault: AnyFault): AnyFault {
  if (fault.body === undefined) return { ...fault }
  return { ...fault, body: JSON.parse(JSON.stringify(fault.body)) }
}

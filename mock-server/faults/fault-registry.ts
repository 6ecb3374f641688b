import type { OperationName } from '../../src/contract/operations.ts'
import { copyJson } from '../../src/shared/json.ts'
import { fraction } from '../state/identifiers.ts'
import type { Fault } from './fault.ts'

/** A fault that the server injects, with its identifier and the number of requests that got it. */
export type ActiveFault = Fault & {
  /** The identifier of the fault, for `remove`. */
  readonly id: string
  /** The number of requests that got the fault. */
  readonly happened: number
}

/**
 * The active faults, in the order in which they were added. For a request, the matching faults are tried in this order, each
 * with its probability. The request gets the first fault that is selected.
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
   * @returns the identifier of the fault, for `remove`.
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
   * Removes one fault, or all faults.
   *
   * @param id - The identifier of the fault. If it is left out, all faults are removed.
   * @returns false if there was no fault to remove.
   *
   * @example
   * const id = server.faults.add({ delay: 200 })
   * server.faults.remove(id)
   */
  remove(id?: string): boolean
}

type MutableFault = ActiveFault & { happened: number }

/** The active faults, for the server itself: `addFault` checks a fault before `add`. */
export interface FaultRegistry extends Faults {
  /** Selects the fault for a request by the probabilities of the faults; undefined if the request gets no fault. */
  draw(operation: OperationName, team: string): Fault | undefined
  /** Replaces the active faults, and starts the sequence of random draws again. */
  restore(faults: readonly ActiveFault[]): void
}

/**
 * Creates the registry of faults, without an active fault.
 *
 * @param notifyChanged - Called when the active faults change.
 */
export function createFaults(seed: number, notifyChanged: () => void): FaultRegistry {
  const active = new Map<string, MutableFault>()
  // Random draws are counted for each team and operation, so that the outcome of a draw does not depend on unrelated calls.
  const drawCounts = new Map<string, number>()
  let lastNumber = 0

  return {
    add(fault) {
      lastNumber += 1
      const id = `fault-${lastNumber}`
      active.set(id, { ...copyFault(fault), id, happened: 0 })
      notifyChanged()
      return id
    },
    list: () => Array.from(active.values(), copyFault),
    remove(id) {
      const isRemoved = id === undefined ? active.size > 0 : active.has(id)
      if (id === undefined) active.clear()
      else active.delete(id)
      if (isRemoved) notifyChanged()
      return isRemoved
    },
    restore(faults) {
      active.clear()
      drawCounts.clear()
      lastNumber = 0
      for (const fault of faults) {
        active.set(fault.id, { ...fault })
        lastNumber = Math.max(lastNumber, Number(fault.id.replace(/\D/g, '')))
      }
    },
    draw(operation, team) {
      for (const fault of active.values()) {
        if (fault.operation !== undefined && fault.operation !== operation) continue
        if (fault.team !== undefined && fault.team !== team) continue
        const drawKey = `${fault.id} ${operation} ${team}`
        const drawCount = (drawCounts.get(drawKey) ?? 0) + 1
        drawCounts.set(drawKey, drawCount)
        if (fraction(seed, 'fault', drawKey, drawCount) >= (fault.probability ?? 1)) continue
        fault.happened += 1
        if (fault.happened === fault.times) active.delete(fault.id)
        notifyChanged()
        return fault
      }
      return undefined
    },
  }
}

/** Copies a fault, including its JSON body, so that callers cannot change the active fault. */
function copyFault<AnyFault extends Fault>(fault: AnyFault): AnyFault {
  if (fault.body === undefined) return { ...fault }
  return { ...fault, body: copyJson(fault.body) }
}

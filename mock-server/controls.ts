import { atOnce } from './http/turns.ts'
import type { Server } from './server.ts'
import type { Beside } from './state/beside.ts'
import {
  changesOf,
  clockChange,
  entityChange,
  readSnapshot,
  type Snapshot,
  takeSnapshot,
  teamChange,
} from './state/changes.ts'
import type { Duration } from './state/clock.ts'
import { keepBefore } from './state/entities.ts'
import type { TeamAccess, TeamOptions } from './state/teams.ts'

/** What a tester does to the server: the same by call and over the control API. */
export interface Controls {
  createTeam(options?: TeamOptions): TeamAccess
  advance(duration: Duration): void
  settle(): void
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
  setCaseStatus(entityId: string, caseStatus: string): void
  reset(): void
  snapshot(): Snapshot
  restore(snapshot: unknown): void
  /** Takes a state that was built beside the server's. */
  take(state: Beside): void
}

export function createControls(server: Server): Controls {
  function keepTime(): void {
    const before = server.clock.ahead()
    server.undoable(() => server.clock.restore(before))
  }
  return {
    createTeam(options) {
      const access = server.teams.create(options, server.undoable)
      const team = server.teams.byId(access.id)
      if (team !== undefined) server.changed(teamChange(access.apiKey, team))
      return access
    },
    advance(duration) {
      keepTime()
      server.clock.advance(duration)
      server.changed(clockChange(server))
    },
    settle() {
      keepTime()
      server.settle()
      server.changed(clockChange(server))
    },
    wait(milliseconds, signal) {
      const before = server.clock.ahead()
      const passed = server.clock.wait(milliseconds, signal)
      if (server.clock.ahead() !== before) server.changed(clockChange(server))
      return passed
    },
    setCaseStatus(entityId, caseStatus) {
      for (const team of server.teams.all()) {
        const entity = team.entities.get(entityId)
        if (entity === undefined) continue
        keepBefore(server, entity)
        entity.caseStatus = caseStatus
        return server.changed(entityChange(team, entity))
      }
      throw new RangeError('no team has an entity with this id')
    },
    reset() {
      keepTime()
      server.undoable(server.beside().take())
      server.clock.reset()
      tellAnew()
      server.onceKept(() => {
        server.faults.reset()
        server.requests.clear()
      })
    },
    snapshot: () => takeSnapshot(server),
    restore: snapshot => take(atOnce(readSnapshot(server, snapshot))),
    take,
  }

  function take(state: Beside): void {
    server.undoable(state.take())
    tellAnew()
  }

  /** Those who keep the state take it from the beginning: with the teams of this start, for another may have others. */
  function tellAnew(): void {
    if (!server.isKept()) return
    server.changed({ kind: 'reset' })
    for (const change of changesOf(server)) server.changed(change)
  }
}

import type { Server } from './server.ts'
import { entityChange, restoreSnapshot, type Snapshot, takeSnapshot } from './state/changes.ts'
import type { Duration } from './state/clock.ts'
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
}

export function createControls(server: Server): Controls {
  const clockChanged = () => server.changed({ kind: 'clock', ahead: server.clock.ahead() })
  return {
    createTeam(options) {
      const access = server.teams.create(options)
      const entityLimit = server.teams.byId(access.id)?.entityLimit ?? 0
      server.changed({ kind: 'team', ...access, entityLimit })
      return access
    },
    advance(duration) {
      server.clock.advance(duration)
      clockChanged()
    },
    settle() {
      server.settle()
      clockChanged()
    },
    wait(milliseconds, signal) {
      const before = server.clock.ahead()
      const passed = server.clock.wait(milliseconds, signal)
      if (server.clock.ahead() !== before) clockChanged()
      return passed
    },
    setCaseStatus(entityId, caseStatus) {
      for (const team of server.teams.all()) {
        const entity = team.entities.get(entityId)
        if (entity === undefined) continue
        entity.caseStatus = caseStatus
        return server.changed(entityChange(team, entity))
      }
      throw new RangeError('no team has an entity with this id')
    },
    reset() {
      server.reset()
      server.changed({ kind: 'reset' })
    },
    snapshot: () => takeSnapshot(server),
    restore(snapshot) {
      restoreSnapshot(server, snapshot)
      server.changed({ kind: 'reset' })
      for (const change of takeSnapshot(server).changes) server.changed(change)
    },
  }
}

import { Refusal } from '../message/reply.ts'
import { entityAnswer } from '../operations/entity-body.ts'
import { analysedAt, nextDueAt } from '../screening/life.ts'
import type { Server } from '../server.ts'
import type { StoredDocument } from '../state/teams.ts'

/** An entity of any team: as the list shows it, and what no operation shows. @throws Refusal of 404. */
export function describeEntity(server: Server, id: string) {
  for (const team of server.state.teams.all()) {
    const entity = team.entities.get(id)
    if (entity === undefined) continue
    const { scan, caseStatus, documents } = entity
    const due = nextDueAt(server, entity, server.clock.now())
    return {
      team: team.id,
      entity: entityAnswer(server, entity),
      documents: documents.map(describeDocument),
      scan,
      // Null where screening determines it.
      caseStatus,
      dueAt: Number.isFinite(due) ? timestamp(due) : null,
    }
  }
  throw new Refusal(404, 'No team has an entity with this id.')
}

function describeDocument(document: StoredDocument) {
  return {
    ...document,
    attachedAt: timestamp(document.attachedAt),
    analysedAt: timestamp(analysedAt(document)),
  }
}

function timestamp(time: number): string {
  return new Date(time).toISOString()
}

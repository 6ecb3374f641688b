import { Refusal } from '../message/reply.ts'
import { inTurns, type Sliced } from '../message/turns.ts'
import type { Server } from '../server.ts'
import { readSnapshot } from '../state/apply.ts'
import { changesNow, type Snapshot } from '../state/changes.ts'
import { keep } from './keep.ts'

interface Beginning {
  /** When it was marked, on the server's clock. */
  readonly at: string
  /** How many entities it has. */
  readonly entities: number
}

const marked = new WeakMap<Server, Beginning & { readonly snapshot: Snapshot }>()

export function findBeginning(server: Server): Beginning | null {
  const found = marked.get(server)
  return found === undefined ? null : { at: found.at, entities: found.entities }
}

/** Marks the present state, to return to it later. */
export async function markBeginning(server: Server): Promise<Beginning | null> {
  const at = new Date(server.clock.now()).toISOString()
  const changes = await inTurns(collect(changesNow(server)))
  const entities = changes.filter(({ kind }) => kind === 'entity').length
  marked.set(server, { at, entities, snapshot: { version: 1, seed: server.seed, changes } })
  return findBeginning(server)
}

function* collect<Item>(items: Iterable<Item>): Sliced<Item[]> {
  const all: Item[] = []
  for (const item of items) {
    all.push(item)
    yield
  }
  return all
}

/** Returns to the marked state, without faults and with an empty request log. @throws Refusal of 409 if none is marked. */
export async function returnToBeginning(server: Server): Promise<void> {
  const found = marked.get(server)
  if (found === undefined)
    throw new Refusal(409, 'No beginning is marked: POST /__admin/beginning marks the present state.')
  const state = await inTurns(readSnapshot(server, found.snapshot))
  await keep(server, () => {
    server.take(state)
    server.faults.reset()
    server.requests.clear()
  })
}

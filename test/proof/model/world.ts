import { ApiError, type ClientOptions, EntityScreening, EntityScreeningError } from 'entity-screening-sdk'
import type { MockServer, Snapshot } from 'entity-screening-sdk/mock-server'
import { expect } from 'vitest'
import type { FaultKind } from '../../../mock-server/faults/fault.ts'
import { type Model, type Operation, show, type Team } from './specification.ts'

/** The mock server behind a client, what was kept of it, and the keys that it has had. */
export interface World {
  readonly server: MockServer
  readonly client: Omit<ClientOptions, 'apiKey'>
  readonly kept: { readonly snapshot: Snapshot; readonly model: Model }[]
  readonly keys: Set<string>
}

/** What the specification says of a call: with which status it is refused, or what it does. */
export type Verdict<Value> = { readonly status: number } | Deed<Value>

interface Deed<Value> {
  /** Does it in the model; of a lost response there is no value. */
  readonly done: (value: Value | null) => void
}

/** Kinds of fault under which the work is done all the same. */
const done: ReadonlySet<FaultKind> = new Set(['lost_response', 'malformed_json', 'truncated', 'html'])

export function clientOf({ client }: World, apiKey: string): EntityScreening {
  return new EntityScreening({ ...client, apiKey, maxRetries: 0, logLevel: 'off' })
}

/** Makes a call and holds it to its verdict, with the fault that is due. */
export async function call<Value>(
  model: Model,
  operation: Operation,
  team: Team,
  verdict: Verdict<Value>,
  send: () => PromiseLike<Value>,
): Promise<void> {
  const kind = takeFault(model, operation, team)
  const result = await Promise.resolve(send()).then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (kind === undefined) settle(verdict, result)
  else {
    if (!('error' in result)) throw new Error(`the fault ${kind} did not happen`)
    const { error } = result
    if (!EntityScreeningError.is(error)) throw error
    const isDone = done.has(kind) && 'done' in verdict
    // A failure says what it did, or that it does not know.
    expect(error.outcome).not.toBe(isDone ? 'not_done' : 'done')
    if (isDone) verdict.done(null)
  }
}

function takeFault(model: Model, operation: Operation, team: Team): FaultKind | undefined {
  const at = model.faults.findIndex(fault => fault.team === team.id && fault.operation === operation)
  return at < 0 ? undefined : model.faults.splice(at, 1)[0]?.kind
}

function settle<Value>(verdict: Verdict<Value>, result: { value: Value } | { error: unknown }): void {
  if ('status' in verdict) {
    if ('value' in result) throw new Error(`a call was not refused with ${verdict.status}`)
    if (!ApiError.is(result.error)) throw result.error
    expect(result.error.status).toBe(verdict.status)
    return
  }
  if ('error' in result) throw result.error
  verdict.done(result.value)
}

/** Reads every team, and holds its list to the model; what was lost on the way is there, once. */
export async function look(model: Model, world: World): Promise<void> {
  for (const team of model.teams) {
    const listed = await clientOf(world, team.apiKey).entities.list()
    expect(listed.map(({ name }) => name)).toEqual(team.entities.map(({ name }) => name.name))
    for (const [at, entity] of team.entities.entries()) {
      const shown = listed[at]
      entity.id ??= shown?.id ?? null
      expect(shown).toMatchObject({ ...show(model, entity), id: entity.id })
    }
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
  }
}

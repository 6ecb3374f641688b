import fc from 'fast-check'
import { expect } from 'vitest'
import type { FaultKind } from '../../../mock-server/faults/fault.ts'
import { type Name, names } from './names.ts'
import {
  attach,
  createEntity,
  type Entity,
  isKnown,
  type Model,
  type Operation,
  rescan,
  settledAt,
  show,
  start,
  type Team,
} from './specification.ts'
import { call, clientOf, look, type Verdict, type World } from './world.ts'

type Command = fc.AsyncCommand<Model, World>

/** A call that has a team: which, and what else it needs. */
function command(
  text: string,
  run: (model: Model, world: World) => Promise<void>,
  check: Command['check'] = () => true,
): Command {
  return {
    check,
    async run(model, world) {
      await run(model, world)
      await look(model, world)
    },
    toString: () => text,
  }
}

function teamOf({ teams }: Model, at: number): Team {
  const team = teams[at % teams.length]
  if (team === undefined) throw new Error('a server of the tests has a team')
  return team
}

const team = fc.nat({ max: 3 })
const given = fc.record({
  name: fc.constantFrom(...names),
  type: fc.constantFrom<Entity['type']>('organization', 'organization', 'person'),
  country: fc.constantFrom('DE', 'GB'),
  registration: fc.constantFrom(null, null, 'HRB 7', 'HRB 8'),
})
type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never

function describe({ name, type, country, registration }: Given): string {
  return `${type} "${name.name}" ${country}${registration === null ? '' : ` ${registration}`}`
}

function toEntity(model: Model, { name, type, country, registration }: Given): Entity {
  const entity = {
    name,
    type,
    countryCode: country,
    registration: type === 'organization' ? registration : null,
  }
  return createEntity(model, entity)
}

const create = fc.record({ team, given, hasCountry: fc.boolean() }).map(({ team, given, hasCountry }) =>
  command(
    `team ${team} creates ${describe(given)}${hasCountry ? '' : ', without its country'}`,
    async (model, world) => {
      const owner = teamOf(model, team)
      const entity = { ...toEntity(model, given), ...(!hasCountry && { countryCode: null }) }
      const { name, type, countryCode, registration } = entity
      const input = { name: name.name, ...(countryCode !== null && { countryCode }) }
      await call(model, 'createEntity', owner, verdict(owner, [name], 1), () => {
        const { entities } = clientOf(world, owner.apiKey)
        if (type === 'person') return entities.create({ type, ...input })
        return entities.create({ type, ...input, ...(registration !== null && { registration }) })
      })

      function verdict(
        owner: Team,
        names: Name[],
        room: number,
      ): Verdict<{ id: string; teamId: string; caseStatus: string }> {
        const refused = refusal(owner, names, room)
        if (refused !== undefined) return { status: refused }
        return {
          done(value) {
            owner.entities.push(entity)
            if (value === null) return
            expect(value).toMatchObject({
              name: name.name,
              countryCode,
              teamId: owner.id,
              caseStatus: 'NOT_STARTED',
            })
            entity.id = value.id
          },
        }
      }
    },
  ),
)

/** A reserved name before the limit in a single creation, after it in bulk: each refuses the whole request. */
function refusal({ entities, limit }: Team, names: readonly Name[], room: number): number | undefined {
  const reserved = names.find(({ refusedWith }) => refusedWith !== undefined)?.refusedWith
  return reserved ?? (entities.length + room > limit ? 403 : undefined)
}

const createBulk = fc
  .record({ team, rows: fc.array(given, { minLength: 1, maxLength: 6 }) })
  .map(({ team, rows }) =>
    command(`team ${team} creates in bulk ${rows.map(describe).join('; ')}`, async (model, world) => {
      const owner = teamOf(model, team)
      const isFull = owner.entities.length >= owner.limit
      const refused = isFull
        ? 403
        : refusal(
            owner,
            rows.map(({ name }) => name),
            0,
          )
      const verdict: Verdict<{ successCount: number; errors: { row: number | null }[] }> =
        refused === undefined ? { done } : { status: refused }
      await call(model, 'createEntitiesBulk', owner, verdict, () =>
        clientOf(world, owner.apiKey).entities.createBulk(
          rows.map(({ name, type, country, registration }) =>
            type === 'person'
              ? { type, name: name.name, firstName: 'Ada', lastName: 'Vole', countryCode: country }
              : {
                  type,
                  name: name.name,
                  countryCode: country,
                  ...(registration !== null && { registration }),
                },
          ),
        ),
      )

      function done(value: { successCount: number; errors: { row: number | null }[] } | null): void {
        const failed: number[] = []
        for (const [index, row] of rows.entries()) {
          const entity = toEntity(model, row)
          const isTaken = entity.type === 'organization' && isKnown(owner, entity)
          if (isTaken || owner.entities.length >= owner.limit) failed.push(index + 1)
          else owner.entities.push(entity)
        }
        if (value === null) return
        expect(value.successCount).toBe(rows.length - failed.length)
        expect(value.errors.map(({ row }) => row)).toEqual(failed)
      }
    }),
  )

/** A call on an entity of a team, by the key of that or of another one. */
function onEntity<Value>(
  what: string,
  operation: Operation,
  send: (world: World, team: Team, id: string) => PromiseLike<Value>,
  deed: (model: Model, entity: Entity, value: Value | null) => void,
) {
  return fc
    .record({
      team,
      caller: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, team),
      at: fc.nat({ max: 20 }),
    })
    .map(({ team, caller, at }) =>
      command(
        `team ${caller ?? team} ${what} entity ${at} of team ${team}`,
        async (model, world) => {
          const owner = teamOf(model, team)
          const asking = teamOf(model, caller ?? team)
          const entity = owner.entities[at % owner.entities.length]
          if (entity?.id == null) return
          const { id } = entity
          await call(
            model,
            operation,
            asking,
            asking.entities.some(own => own.id === id)
              ? { done: value => deed(model, entity, value) }
              : { status: 404 },
            () => send(world, asking, id),
          )
        },
        model => teamOf(model, team).entities.length > 0,
      ),
    )
}

const rescans = onEntity(
  'rescans',
  'rescanEntity',
  (world, { apiKey }, id) => clientOf(world, apiKey).entities.rescan(id),
  (model, entity, value) => {
    rescan(model, entity)
    if (value !== null) expect(value).toMatchObject({ id: entity.id, ...show(model, entity) })
  },
)

const attaches = onEntity(
  'attaches a document to',
  'attachDocument',
  (world, { apiKey }, id) =>
    clientOf(world, apiKey).entities.attachDocument(id, { url: 'https://example.com/a.pdf' }),
  (model, entity, value) => {
    attach(model, entity)
    if (value !== null)
      expect(value).toMatchObject({
        documentId: expect.stringMatching(/./),
        runId: expect.stringMatching(/./),
      })
  },
)

const networks = onEntity(
  'gets the network of',
  'getNetwork',
  (world, { apiKey }, id) => clientOf(world, apiKey).entities.network(id),
  (model, entity, value) => {
    if (value === null) return
    const hasResults = show(model, entity).riskLevel !== null
    expect(value.rootId).toBe(entity.id)
    const root = value.nodes.find(({ id }) => id === entity.id)
    if (root === undefined) throw new Error('a network has its root')
    const { hits } = entity.name
    for (const list of ['pep', 'sanctions', 'adverseMedia'] as const)
      expect(root[list].length > 0, list).toBe(hasResults && hits === list)
    if (!hasResults) expect([value.nodes.length, value.relations.length]).toEqual([1, 0])
    const ids = new Set(value.nodes.map(({ id }) => id))
    for (const { source, target } of value.relations) expect(ids.has(source) && ids.has(target)).toBe(true)
  },
)

const searches = fc
  .record({
    team,
    name: fc.option(fc.constantFrom('bakery', 'WEAVERS', 'stuck', 'nobody')),
    type: fc.option(fc.constantFrom('organization', 'person')),
    riskLevel: fc.option(fc.constantFrom('low', 'medium', 'high')),
    limit: fc.option(fc.integer({ min: 1, max: 4 })),
    offset: fc.option(fc.nat({ max: 4 })),
  })
  .map(({ team, name, type, riskLevel, limit, offset }) =>
    command(
      `team ${team} searches ${JSON.stringify({ name, type, riskLevel, limit, offset })}`,
      async (model, world) => {
        const owner = teamOf(model, team)
        const query = Object.fromEntries(
          Object.entries({ name, type, riskLevel, limit, offset }).filter(([, value]) => value !== null),
        )
        const found = owner.entities
          .filter(entity => name === null || entity.name.name.toLowerCase().includes(name.toLowerCase()))
          .filter(entity => type === null || entity.type === type)
          .filter(entity => riskLevel === null || show(model, entity).riskLevel === riskLevel)
          .slice(offset ?? 0, limit === null ? undefined : (offset ?? 0) + limit)
        await call(
          model,
          'searchEntities',
          owner,
          { done: value => value && expect(value.map(({ id }) => id)).toEqual(found.map(({ id }) => id)) },
          () => clientOf(world, owner.apiKey).entities.search(query),
        )
      },
    ),
  )

const kinds: readonly FaultKind[] = [
  'status',
  'rate_limit',
  'reset',
  'malformed_json',
  'truncated',
  'html',
  'lost_response',
]

const addsFault = fc
  .record({
    team,
    operation: fc.constantFrom<Operation>(
      'createEntity',
      'createEntitiesBulk',
      'rescanEntity',
      'attachDocument',
      'searchEntities',
      'getNetwork',
    ),
    kind: fc.constantFrom(...kinds),
  })
  .map(({ team, operation, kind }) =>
    command(`the next ${operation} of team ${team} meets ${kind}`, async (model, { server }) => {
      const { id } = teamOf(model, team)
      server.faults.add({ team: id, operation, kind, times: 1 })
      model.faults.push({ team: id, operation, kind })
    }),
  )

const advances = fc.constantFrom(1, 999, 1000, 2500, 5000, 600_000).map(ms =>
  command(`the clock advances ${ms} ms`, async (model, { server }) => {
    server.clock.advance(ms)
    model.now += ms
    expect(server.clock.now()).toBe(model.now)
  }),
)

const settles = fc.constant(
  command('the clock settles', async (model, { server }) => {
    server.clock.settle()
    model.now = settledAt(model)
    expect(server.clock.now()).toBe(model.now)
  }),
)

const newTeam = fc.integer({ min: 0, max: 12 }).map(limit =>
  command(
    `a team of ${limit} entities at most is created`,
    async (model, { server, keys }) => {
      const { id, apiKey } = server.teams.create({ entityLimit: limit })
      keys.add(apiKey)
      model.teams.push({ id, apiKey, limit, entities: [] })
    },
    ({ teams }) => teams.length < 5,
  ),
)

const snapshots = fc.constant(
  command('a snapshot is taken', async (model, { server, kept }) => {
    kept.push({ snapshot: JSON.parse(JSON.stringify(server.snapshot())), model: structuredClone(model) })
  }),
)

const restores = fc.nat({ max: 3 }).map(at =>
  command(`snapshot ${at} is restored`, async (model, { server, kept }) => {
    const before = kept[at % kept.length]
    if (before === undefined) return
    server.restore(before.snapshot)
    // Faults are no part of it.
    const { now, teams } = structuredClone(before.model)
    Object.assign(model, { now, teams })
  }),
)

const resets = fc.constant(
  command('the server is reset', async (model, { server }) => {
    server.reset()
    const [first] = model.teams
    if (first === undefined) throw new Error('the team of the start stays')
    Object.assign(model, { now: start, teams: [{ ...first, entities: [] }], faults: [] })
  }),
)

const strangers = fc.nat({ max: 5 }).map(at =>
  command(`a caller comes with key ${at} that is none of a team`, async (model, world) => {
    const gone = [...world.keys, 'no-such-key'].filter(key =>
      model.teams.every(({ apiKey }) => apiKey !== key),
    )
    const client = clientOf(world, gone[at % gone.length] ?? 'no-such-key')
    for (const send of [
      () => client.entities.list(),
      () => client.entities.create({ type: 'person', name: 'Ada Vole' }),
    ])
      await expect(Promise.resolve(send())).rejects.toMatchObject({ status: 401, outcome: 'not_done' })
  }),
)

/** What a run consists of; what is listed twice comes twice as often. */
export const calls: fc.Arbitrary<Command>[] = [
  create,
  create,
  createBulk,
  createBulk,
  rescans,
  rescans,
  attaches,
  networks,
  searches,
  addsFault,
  addsFault,
  advances,
  advances,
  settles,
  newTeam,
  snapshots,
  restores,
  resets,
  strangers,
]

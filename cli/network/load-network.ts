import type { EntityScreening } from '../../src/client.ts'
import type { Entity } from '../../src/model/entity.ts'
import { readScreeningState } from '../../src/network/sanctions/screening-state.ts'
import { IncompleteListError, streamCompleteList } from '../../src/resources/stream-entities.ts'
import { foldCase } from '../../src/shared/names/fold-name.ts'
import { NotFoundError } from '../../src/transport/errors/NotFoundError.ts'
import { connectClient } from '../connection/connect.ts'
import type { CommandCall } from '../definition/command.ts'
import {
  describeRowDoubts,
  type EntityArgument,
  type EntityCall,
  readEntityArgument,
} from '../entities/entity-argument.ts'
import { UsageError } from '../failure.ts'

interface LoadOptions {
  /** The arguments that may name the entity; all of the call's by default. */
  readonly positionals?: readonly string[]
  readonly needsRoot: boolean
  readonly warns?: boolean
  /** Whether the command shows columns of the `--reference` file. */
  readonly hasReferenceColumns?: boolean
}

/**
 * Loads the network of the entity that the command line names, and removes the API key if the service echoed it. Warns if hits may
 * still be missing, unless the screening has ended or the caller prints the warning itself.
 *
 * The list is read before the network, even if the argument is an ID: a state that is read later could show the end of a
 * screening whose hits the network lacks.
 *
 * @throws UsageError if several entities have the name.
 * @throws Error if `needsRoot` is set, but the network does not contain the entity.
 */
export async function loadNetwork(
  call: EntityCall,
  { positionals = call.positionals, needsRoot, warns = true, hasReferenceColumns }: LoadOptions,
) {
  const argument = await readEntityArgument(call, positionals, hasReferenceColumns)
  const client = await connectClient(call)
  const { entity: listEntity, doubts } = await findListEntity(call, client, argument)
  const id = listEntity?.id ?? (argument.kind === 'number' ? argument.id : argument.text)
  const network = await client.entities.network(id, { signal: call.signal }).catch(error => {
    if (NotFoundError.is(error) && listEntity === undefined) call.output.note(adviseOnMissing(argument))
    throw error
  })
  const readAt = new Date()
  if (needsRoot && network.rootId === null)
    throw new Error(`the network of ${id} does not contain the entity itself: its owners are unknown`)
  const entity = listEntity && call.output.redacted(listEntity)
  if (warns)
    for (const doubt of [...screeningDoubts(entity), ...doubts]) call.output.note(`warning: ${id}: ${doubt}`)
  return { id, network: call.output.redacted(network), client, readAt, entity, doubts }
}

/** An entity of the team's list. */
interface ListedEntity {
  /** Undefined if the list does not contain the entity. */
  readonly entity: Entity | undefined
  /** Why another entity may be that of the customer number. */
  readonly doubts: readonly string[]
}

/** Says what may be wrong if the team has no entity of an argument, and how to find an entity by another text. */
function adviseOnMissing(argument: EntityArgument): string {
  if (argument.kind === 'number')
    return `The team has no entity ${argument.id}, which ${argument.file} has for ${argument.number}. Check the key and the file`
  const { text } = argument
  if (/^[\da-f-]{16,}$/i.test(text)) return 'The team has no entity with this ID. Check the ID and the key'
  const advice = /^\d+$/.test(text)
    ? `For a customer number: --reference FILE --number ${text} --number-column HEADER`
    : `To find it by a part of the name: entity-screening search entities ${JSON.stringify(text)}`
  return `No entity has this ID or exact name. ${advice}`
}

/**
 * Finds the entity with the ID, or the only entity with the name; undefined if there is none. Searches the complete list,
 * because the service has no operation for this.
 *
 * @throws UsageError if several entities have the name.
 */
export async function findListEntity(
  call: ListCall,
  client: EntityScreening,
  argument: EntityArgument,
): Promise<ListedEntity> {
  return argument.kind === 'number'
    ? findNumberedEntity(call, client, argument)
    : { entity: await findNamedEntity(call, client, argument.text), doubts: [] }
}

type ListCall = Pick<CommandCall, 'signal' | 'hint'>

async function findNamedEntity(
  { signal, hint }: ListCall,
  client: EntityScreening,
  text: string,
): Promise<Entity | undefined> {
  const matches: Entity[] = []
  const name = foldCase(text)
  try {
    for await (const entity of streamCompleteList(client.entities, { signal })) {
      if (entity.id === text) return entity
      if (foldCase(entity.name) === name) matches.push(entity)
    }
  } catch (error) {
    // In an incomplete list, another entity with the same name may be missing.
    if (matches.length > 0 || !(error instanceof IncompleteListError)) throw error
  }
  const [match, ...others] = matches
  if (others.length > 0) throw createAmbiguousNameError(text, matches)
  if (match !== undefined) hint(`${match.name} is ${match.id}`)
  return match
}

/**
 * Finds the entity of a customer number. It is in doubt if its row has other data, or if the file lacks a newer entity of the same
 * name: a later import may have replaced the entity.
 */
async function findNumberedEntity(
  { signal, hint }: ListCall,
  client: EntityScreening,
  argument: Extract<EntityArgument, { readonly kind: 'number' }>,
): Promise<ListedEntity> {
  const { number, id, file, fileIds } = argument
  let match: Entity | undefined
  const newestByName = new Map<string, number>()
  try {
    for await (const entity of streamCompleteList(client.entities, { signal })) {
      if (entity.id === id) match = entity
      if (fileIds.has(entity.id)) continue
      const name = foldCase(entity.name)
      newestByName.set(name, Math.max(createdTimeOf(entity), newestByName.get(name) ?? 0))
    }
  } catch (error) {
    if (!(error instanceof IncompleteListError)) throw error
  }
  if (match === undefined) return { entity: undefined, doubts: describeRowDoubts(argument, null) }
  hint(`${number} is ${match.name}, ${id}`)
  const doubts = [...describeRowDoubts(argument, match.name)]
  if ((newestByName.get(foldCase(match.name)) ?? 0) > createdTimeOf(match))
    doubts.push(
      `${file} lacks a newer entity with the name of ${number}: if it has replaced this entity, give the customers of the latest compare.`,
    )
  return { entity: match, doubts }
}

/** Returns when an entity was created, in milliseconds since 1970; 0 if this is unknown. */
function createdTimeOf({ createdAt }: Entity): number {
  return Date.parse(createdAt ?? '') || 0
}

function createAmbiguousNameError(name: string, matches: readonly Entity[]): UsageError {
  const ids = matches.slice(0, 10).map(({ id }) => id)
  const more = matches.length > ids.length ? ', and more' : ''
  return new UsageError(
    `${matches.length} entities have the name "${name}": give an ID, ${ids.join(', ')}${more}`,
  )
}

const notScreened =
  'Its screening has no result yet, and hits may be missing. Run this command again when list shows its RISK: import --wait and rescan --wait wait for that.'

const notListed =
  "The team's list lacks it: whether its screening has a result is unknown, and before that, a network shows no hits."

/** Explains why the network may not show hits yet. @param entity - The entity; undefined if the list does not contain it. */
export function screeningDoubts(entity: Entity | undefined): string[] {
  if (entity === undefined) return [notListed]
  return readScreeningState(entity) === 'ended' ? [] : [notScreened]
}

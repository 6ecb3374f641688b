import type { BulkEntityInput } from '../model/bulk.ts'
import type { CreateEntityInput } from '../model/creation.ts'
import type { Entity } from '../model/entity.ts'
import { findCountryCode } from '../shared/countries/names.ts'
import { getOrInsert } from '../shared/get-or-insert.ts'
import { foldCase, foldRegistration, foldWords } from '../shared/names/fold-name.ts'
import { toFullName } from '../shared/names/full-name.ts'

/** An input of `create` or `createBulk`. @inline */
export type Creation = CreateEntityInput | BulkEntityInput

/** The fields by which an input is compared with an entity in the team's list. */
export type ListIdentity = Pick<Entity, 'type' | 'name' | 'countryCode'>

/** Returns the type, name and country that an entity created from an input has in the list. */
export function toListIdentity(input: Creation): ListIdentity {
  const { type, countryCode = '' } = input
  const [name = ''] = namesOf(input)
  return { type, name, countryCode: findCountryCode(countryCode) ?? null }
}

/**
 * Returns the names that the list may show for an input: for a person, the full name, and the first and last
 * name joined.
 */
export function namesOf(input: Creation): string[] {
  if (input.type === 'organization') return [input.name]
  const { name, firstName, lastName } = input
  const parts = firstName && lastName ? [toFullName({ firstName, lastName })] : []
  return name === undefined ? parts : [name, ...parts]
}

/**
 * Returns a key made of type, country and the sorted words of the folded name. The list cannot distinguish
 * inputs with the same key. For example, the list shows neither birth date nor national ID, so persons who
 * differ only in these have the same key.
 */
export function listingKey({ type, name, countryCode }: ListIdentity, fold = foldWords): string {
  return `${foldCase(type)}\n${countryCode ?? ''}\n${fold(name)}`
}

/** Inputs that would look the same in the list. */
export interface InputGroup {
  readonly type: string
  readonly countryCode: string | null
  /** The folded registration number; null if the inputs have none. */
  readonly registration: string | null
  readonly names: readonly string[]
  /** The number of inputs in the group. */
  count: number
  /**
   * An object that identifies the request: the same object for all its inputs. Null if the inputs may have
   * been sent in several requests.
   */
  readonly request: object | null
}

/** An input, or an item that contains an input, and the group that it belongs to. */
export interface GroupedInput<Item> {
  readonly item: Item
  readonly group: InputGroup
}

/** Groups inputs that would look the same in the team's list, so that each group is compared with the list only once. */
export function groupInputs<Item>(
  items: readonly Item[],
  inputOf: (item: Item) => Creation,
  isOneRequest = false,
): GroupedInput<Item>[] {
  const groups = new Map<string, InputGroup>()
  const request = isOneRequest ? groups : null
  return items.map(item => {
    const input = inputOf(item)
    const { type, countryCode } = toListIdentity(input)
    const number = input.type === 'organization' ? input.registration : undefined
    const registration = number === undefined ? null : foldRegistration(number)
    const names = namesOf(input)
    const key = JSON.stringify([type, countryCode, registration, names.map(foldCase)])
    const createGroup = () => ({ type, countryCode, registration, names, count: 0, request })
    const group = getOrInsert<string, InputGroup>(groups, key, createGroup)
    group.count += 1
    return { item, group }
  })
}

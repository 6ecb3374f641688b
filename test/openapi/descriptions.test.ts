import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { document } from './json-schema.ts'

const { schemas } = document.components
const table = Object.entries(schemas)
const specification = new URL('../../../shared/interface-specification.txt', import.meta.url)

/** Every map of properties in a schema, however deep. */
function propertyMaps(schema: unknown): object[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema && !Array.isArray(schema) ? [schema.properties] : []
  return [
    ...own.filter(map => typeof map === 'object' && map !== null),
    ...Object.values(schema).flatMap(propertyMaps),
  ]
}

describe('descriptions', () => {
  it('there is one for every operation and every schema, which names the specification', () => {
    const described = [
      ...Object.values(schemas),
      ...Object.values(document.paths).flatMap(({ get, post, put }) => [get, post, put].filter(Boolean)),
    ]
    expect(described.length).toBeGreaterThan(40)
    for (const found of described) expect(found?.description).toMatch(/(?:^|^\S.*\. )Specification: .+\.$/)
  })

  it.each(table)('%s: every property has one', (_, { properties = {} }) => {
    for (const [name, property] of Object.entries(properties))
      expect(property, name).toHaveProperty('description', expect.stringMatching(/^\S.*\.$/))
  })

  it('are the words of the contract', () => {
    const { Entity, SearchEntitiesRequest } = schemas
    expect(Entity?.description).toMatch(/^An entity as the list and rescan operations return it\. /)
    expect(SearchEntitiesRequest?.properties?.limit).toMatchObject({
      description: 'The maximum number of entities to return; all by default.',
    })
  })

  it.each(Object.entries(schemas))(
    '%s: no properties hide below those that are described',
    (name, schema) => {
      const expected = schemas[name]?.properties === undefined ? [] : [schemas[name].properties]
      expect(propertyMaps(schema)).toEqual(expected)
    },
  )

  it.skipIf(!existsSync(specification))(
    'each names a heading of the specification (skipped where ../shared/interface-specification.txt is absent)',
    () => {
      const matches = readFileSync(specification, 'utf8').matchAll(/^##+ (.+)$/gm)
      const headings = Array.from(matches, ([, heading = '']) => heading)
      for (const [name, { description = '' }] of table) {
        const parts = description.replace(/^.* Specification: |\.$/g, '').split(', ')
        const named = parts.filter(part => headings.some(heading => heading.startsWith(part)))
        expect(named, name).not.toEqual([])
      }
    },
  )
})

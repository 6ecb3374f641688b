import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Description } from '../../mock-server/openapi/descriptions/descriptions.ts'
import { descriptions } from '../../mock-server/openapi/descriptions/index.ts'
import { createOpenApi } from '../../mock-server/openapi/index.ts'

const { schemas } = createOpenApi().components
const table = Object.entries<Description>(descriptions)
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
  it('there is one for every schema, and no other', () => {
    expect(Object.keys(descriptions).sort()).toEqual(Object.keys(schemas).sort())
    for (const schema of Object.values(schemas)) expect(schema.description).toMatch(/\. Specification: .+\.$/)
  })

  it.each(table)('%s: every property has one, and none is left over', (name, { fields }) => {
    const properties = schemas[name]?.properties ?? {}
    expect(Object.keys(fields).sort()).toEqual(Object.keys(properties).sort())
    for (const property of Object.values(properties)) {
      expect(property).toHaveProperty('description', expect.stringMatching(/^\S.*\. Specification: .+\.$/))
    }
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
      const headings = new Set(Array.from(matches, ([, heading]) => heading))
      for (const [, { section }] of table) expect(headings).toContain(section)
    },
  )
})

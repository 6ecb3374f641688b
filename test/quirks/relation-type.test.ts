import { expect, it } from 'vitest'
import { relationTypes } from '../../src/contract/values.ts'
import { relationType } from '../../src/quirks/open-values.ts'
import { createQuirkLog } from '../../src/reading/log.ts'

const place = { log: createQuirkLog('listEntities'), path: [], field: 'given' }

it('HasRole is a role relationship', () => {
  expect(relationType('HasRole', place)).toEqual({ value: 'RoleRelationship', quirks: ['has_role'] })
})

it.each(relationTypes)('%s is itself', type => {
  expect(relationType(type, place)).toEqual({ value: type, quirks: [] })
})

it('a type that is not in the list passes, and is told', () => {
  expect(relationType('MarriageRelationship', place)).toEqual({
    value: 'MarriageRelationship',
    quirks: ['unknown_value'],
  })
})

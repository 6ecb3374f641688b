import { expect, it } from 'vitest'
import { relationTypes } from '../../src/contract/values.ts'
import { relationType } from '../../src/quirks/scalar.ts'
import { readAlone } from './read-alone.ts'

it('HasRole is a role relationship', () => {
  expect(readAlone(relationType, 'HasRole')).toEqual({ value: 'RoleRelationship', quirks: ['has_role'] })
})

it.each(relationTypes)('%s is itself', type => {
  expect(readAlone(relationType, type)).toEqual({ value: type, quirks: [] })
})

it('a type that is not in the list passes, and is told', () => {
  expect(readAlone(relationType, 'MarriageRelationship')).toEqual({
    value: 'MarriageRelationship',
    quirks: ['unknown_value'],
  })
})

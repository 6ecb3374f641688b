import { expect, it } from 'vitest'
import { clean } from '../../src/reading/reading.ts'
import { remembered } from '../../src/reading/remembered.ts'

/** A quirk that counts how often it reads. */
function counting() {
  const read: unknown[] = []
  const quirk = remembered(value => {
    read.push(value)
    return clean(typeof value)
  })
  return { quirk, read }
}

it('a text that comes again is known again', () => {
  const { quirk, read } = counting()
  expect([quirk('a'), quirk('b'), quirk('a')]).toEqual([clean('string'), clean('string'), clean('string')])
  expect(read).toEqual(['a', 'b'])
})

it.each([[1], [null], [undefined], [{}]])('%j is no text, and is read each time', value => {
  const { quirk, read } = counting()
  quirk(value)
  expect(quirk(value)).toEqual(clean(typeof value))
  expect(read).toHaveLength(2)
})

it('a long text is not kept', () => {
  const { quirk, read } = counting()
  quirk('x'.repeat(61))
  quirk('x'.repeat(61))
  expect(read).toHaveLength(2)
})

it('no more than 2000 texts are kept', () => {
  const { quirk, read } = counting()
  for (let count = 0; count <= 2000; count += 1) quirk(`text ${count}`)
  quirk('text 2000')
  expect(read).toHaveLength(2001)
  quirk('text 0')
  expect(read).toHaveLength(2002)
})

import { expect, it } from 'vitest'
import { addString, createStringPool, getString } from '../../../src/portfolio/results/string-pool.ts'

it('a pool has its texts in the order in which they are added, whatever their letters', () => {
  const pool = createStringPool()
  const texts = [
    '',
    '\uFEFFa',
    'Öl 𝒳',
    ...Array.from({ length: 5000 }, (_, number) => `id ${number}`),
    '',
    '日本',
  ]
  for (const text of texts) addString(pool, text)
  expect(texts.map((_, index) => getString(pool, index))).toEqual(texts)
})

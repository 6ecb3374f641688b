import { describe, expect, it } from 'vitest'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { collect } from './collect.ts'

const csv = 'name,type,country\nMüller AG,org,DE\n'
const latin1 = Uint8Array.from(csv, character => character.charCodeAt(0))

async function readNames(bytes: Uint8Array, encoding?: string) {
  const rows = (await collect((await openRows(bytes, { encoding })).rows)).flat()
  return rows.map(({ row }) => row?.name)
}

describe('the encoding of a CSV source', () => {
  it('is Latin-1 if the option says so', async () => {
    expect(await readNames(latin1, 'latin1')).toEqual(['Müller AG'])
    await expect(readNames(latin1)).rejects.toThrow(
      'save it as CSV in UTF-8, or set encoding to its encoding',
    )
  })

  it('is UTF-8 otherwise', async () => {
    const bytes = new TextEncoder().encode(csv)
    expect(await readNames(bytes)).toEqual(['Müller AG'])
    expect(await readNames(bytes, 'utf-8')).toEqual(['Müller AG'])
  })

  it('cannot be Latin-1 after a byte order mark of UTF-8', async () => {
    await expect(readNames(new TextEncoder().encode(`\ufeff${csv}`), 'latin1')).rejects.toThrow('is UTF-8')
  })
})

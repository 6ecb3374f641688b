import { describe, expect, it } from 'vitest'
import { fields, isIndispensable, places, readRecord } from '../model/records.ts'

const unknown = async (what: string, record: Readonly<Record<string, unknown>>) => {
  const place = places[what]
  if (place === undefined) throw new Error(`no place for ${what}`)
  const { quirks } = await readRecord(place, record)
  return quirks.filter(({ code }) => code === 'unknown_field').map(({ path }) => path.at(-1))
}

describe('each field of a schema has a line in the table of its record', () => {
  it.each(fields.filter(each => !isIndispensable(each)))('$what: $name', async ({ what, name }) => {
    expect(await unknown(what, { [name]: null })).toEqual([])
  })

  it.each(Object.keys(places))('%s: a field that no schema has is unknown', async what => {
    expect(await unknown(what, { nowhere: null })).toEqual(['nowhere'])
  })
})

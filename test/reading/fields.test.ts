import { describe, expect, it } from 'vitest'
import { fields, isIndispensable, places, readRecord } from '../model/records.ts'

/** Values of which each field takes at least one. */
const samples: readonly unknown[] = ['Sample', 7, false, ['Sample'], [{ name: 'Sample' }], { uid: 'Sample' }]

/** The first sample of which a record shows something that it does not show without the field. */
async function findShownSample({ name, place }: (typeof fields)[number]): Promise<unknown> {
  const { data: without } = await readRecord(place, { [name]: undefined })
  for (const sample of samples) {
    const { data } = await readRecord(place, { [name]: sample }).catch(() => ({ data: without }))
    if (JSON.stringify(data) !== JSON.stringify(without)) return sample
  }
  return undefined
}

const others = fields.filter(field => !isIndispensable(field))

/** The data as JSON, also of what is JSON within a text. */
const toText = (data: unknown) => JSON.stringify(data).replaceAll('\\', '')

describe('each field of a schema', () => {
  it.each(others)('shows in the model or in its unknown fields: $what: $name', async field => {
    expect(await findShownSample(field)).toBeDefined()
  })

  it.each(others)('is known: $what: $name', async ({ name, place }) => {
    const { quirks } = await readRecord(place, { [name]: null })
    expect(quirks.map(({ code }) => code)).not.toContain('unknown_field')
  })

  it.each(others)('keeps what cannot be read: $what: $name', async ({ name, place }) => {
    const unreadable = { odd: [1] }
    const { data } = await readRecord(place, { [name]: unreadable })
    expect(toText(data)).toContain(JSON.stringify(unreadable))
  })

  it.each(others)('keeps both values that come under two names: $what: $name', async field => {
    const { name, place } = field
    const sample = await findShownSample(field)
    const other =
      typeof sample === 'string' ? 'Other' : sample === 7 ? 8 : sample === false ? true : ['Other']
    const { data } = await readRecord(place, { [name]: sample, [`__${name}`]: other })
    for (const value of [sample, other].flat()) expect(toText(data)).toContain(JSON.stringify(value))
  })
})

it.each(Object.keys(places))('%s keeps a field that no schema has', async kind => {
  const place = places[kind]
  if (place === undefined) throw new Error(`no place for ${kind}`)
  const { data, quirks } = await readRecord(place, { nowhere: 'Sample' })
  expect(quirks.filter(({ code }) => code === 'unknown_field').map(({ path }) => path)).toEqual([
    [...place.path, 'nowhere'],
  ])
  expect(JSON.stringify(data)).toContain('"unknownFields":{"nowhere":"Sample"}')
})

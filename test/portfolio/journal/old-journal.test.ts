import { expect, it } from 'vitest'
import { createMemoryJournal, createTeam, importInto, problemLines } from '../team.ts'

const rows = [
  { type: 'organization', name: 'Nordwind GmbH', countryCode: 'Germany', registration: 'HRB 7' },
  {
    type: 'person',
    name: 'Brandt, Ilse',
    countryCode: 'DEU',
    birthDate: '09.04.1961',
    nationality: 'Austria',
  },
  { type: 'organization', name: 'Nordwind GmbH', country: 'DE', registration: 'hrb 7' },
  { type: 'company', name: '[error-400] X', countryCode: 'FI' },
  { type: 'person', name: 'Amber Lee', countryCode: 'UK', tags: 'a; b' },
  { type: 'person', name: 'Brandt, Ilse', countryCode: 'Germany', birthDate: '02.01.1975' },
  { type: 'person', name: 'Kim Park', countryCode: 'KR' },
  { type: 'organization', name: 'Last & Sons', countryCode: 'United Kingdom' },
]

/** What was written before journals had times and the beginning of a run in them, and rows their countries as codes. */
const written = [
  '{"journal":"portfolio import","version":1,"service":"https://screening.example"}',
  '{"batch":1,"lines":[1,2],"sums":"ae82702fed7bbee8","before":{}}',
  '{"batch":1,"created":[1,2],"open":[],"problems":[]}',
  '{"batch":2,"lines":[4,5],"sums":"4fa337596fd24d64","before":{}}',
]
const refused = '{"kind":"refused","line":4,"column":null,"reason":"no","sameAs":null}'

it.each<[string, string[]]>([
  ['with rows in doubt', []],
  ['with a row refused and a row left', [`{"batch":2,"created":[],"open":[5,5],"problems":[${refused}]}`]],
])('a journal of an earlier version is continued, %s', async (_, more) => {
  const team = createTeam()
  await importInto(team, rows.slice(0, 2))
  const journal = createMemoryJournal([...written, ...more])
  const report = await importInto(team, rows, { journal, batchSize: 2, concurrency: 1 }, 2)
  expect(report).toMatchObject({
    rows: 8,
    created: 6,
    createdEarlier: 2,
    duplicates: 1,
    refused: 1,
    stopped: null,
  })
  expect(problemLines(report, 'refused')).toEqual([4])
  const names = ['Amber Lee', 'Ilse Brandt', 'Ilse Brandt', 'Kim Park', 'Last & Sons', 'Nordwind GmbH']
  expect((await team.names()).toSorted()).toEqual(names)
})

import { importPortfolio, type ReadingOptions } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { createTeam } from '../team.ts'

/** The birth date of a row, or the reasons against it. */
async function readBirthDate(birthDate: string, dateOrder?: ReadingOptions['dateOrder']) {
  const item = { type: 'person', firstName: 'Ilse', lastName: 'Brandt', country: 'DE', birthDate }
  for await (const [row] of (await openRows([item], { dateOrder })).rows)
    if (row?.row?.type === 'person') return row.row.birthDate
    else if (row?.row === null) return row.problems.map(({ reason }) => reason).join()
  return undefined
}

describe('a birth date', () => {
  it.each([
    ['1961-4-9', '1961-04-09'],
    ['1961/4/9', '1961-04-09'],
    ['21/04/1961', '1961-04-21'],
    ['04/21/1961', '1961-04-21'],
    ['21-4-1961', '1961-04-21'],
    ['04/04/1961', '1961-04-04'],
    ['9 April 1961', '1961-04-09'],
    ['09-Apr-1961', '1961-04-09'],
    ['9. april 1961', '1961-04-09'],
    ['Apr 9, 1961', '1961-04-09'],
    ['APRIL 9 1961', '1961-04-09'],
    ['1961-04-09 00:00', '1961-04-09'],
    ['1961-04-09T00:00:00', '1961-04-09'],
    ['1961-04-09 00:00:00.000', '1961-04-09'],
    ['09.04.1961 0:00:00', '1961-04-09'],
  ])('is read if its form shows the day: %s', async (text, day) => {
    expect(await readBirthDate(text)).toBe(day)
  })

  it.each(['1899-12-30', '31.12.1899', '1900-01-01', '01/01/1900', '1 January 1901', '1904-01-01 00:00:00'])(
    'cannot be read if it is the first day of a calendar: %s',
    async text => {
      expect(await readBirthDate(text)).toBe(
        'must be a birth date: spreadsheets and databases write this day for an unknown date',
      )
    },
  )

  it.each(['0000-00-00', '00000000', '00.00.0000', '00/00/0000', '0000-00-00 00:00:00', '0'])(
    'is none if it has zeros only, which databases write for no date: %s',
    async text => {
      expect(await readBirthDate(text)).toBeUndefined()
      const halfmoon = { type: 'organization', name: 'Halfmoon Oy', country: 'FI', birthDate: text }
      expect(await importPortfolio(createTeam().client, [halfmoon])).toMatchObject({ created: 1 })
    },
  )

  it.each(['0000-04-09', '1961-00-00', '00/04/1961', '0001-01-01'])(
    'cannot be read with some zeros: %s',
    async text => {
      expect(await readBirthDate(text)).toMatch(/^must be a/)
    },
  )

  it.each(['1900-01-02', '1899-12-29', '1902-01-01', '1970-01-01', '1980-01-01', '2000-01-01'])(
    'may be another first day, or a day beside these: %s',
    async text => {
      expect(await readBirthDate(text)).toBe(text)
    },
  )

  it.each([
    ['09/04/1961', 'dmy', '1961-04-09'],
    ['09/04/1961', 'mdy', '1961-09-04'],
    ['9-4-1961', 'dmy', '1961-04-09'],
    ['9-4-1961', 'mdy', '1961-09-04'],
    ['21/04/1961', 'dmy', '1961-04-21'],
    ['04/21/1961', 'mdy', '1961-04-21'],
    ['04/04/1961', 'mdy', '1961-04-04'],
    ['09.04.1961', 'mdy', '1961-04-09'],
    ['1961/04/09', 'mdy', '1961-04-09'],
    ['9 April 1961', 'mdy', '1961-04-09'],
  ] as const)('is read by the order: %s in %s', async (text, order, day) => {
    expect(await readBirthDate(text, order)).toBe(day)
  })

  it.each(['09/04/1961', '9-4-1961', '09/04/1961 00:00'])('needs the order: %s', async text => {
    expect(await readBirthDate(text)).toContain('set dateOrder to dmy or mdy')
  })

  it.each([
    ['04/21/1961', 'dmy'],
    ['21/04/1961', 'mdy'],
  ] as const)('is refused against the order: %s in %s', async (text, order) => {
    expect(await readBirthDate(text, order)).toBe(
      `must be a date in the order ${order}, because dateOrder is ${order}`,
    )
  })

  it.each([
    ['1961-04-08T23:00:00Z', 'without a time'],
    ['1961-04-09T00:00:00Z', 'without a time'],
    ['1961-04-09 00:00:00+02:00', 'without a time'],
    ['1961-04-08 23:00', 'without a time'],
    ['09.04.61', 'a year of four digits'],
    ['09/04/61', 'a year of four digits'],
    ['9 Apri 1961', 'such as 1973-05-21'],
    ['9 Sept 1961', 'such as 1973-05-21'],
    ['9 avril 1961', 'such as 1973-05-21'],
    ['31 April 1961', 'there is no such day'],
    ['31/31/1961', 'no such day'],
    ['April 1961', 'such as 1973-05-21'],
  ])('is refused: %s', async (text, reason) => {
    expect(await readBirthDate(text)).toContain(reason)
  })

  it('is sent by the order', async () => {
    const { client } = createTeam()
    const csv = 'type,first name,last name,country,dob\nperson,Ilse,Brandt,DE,09/04/1961\n'
    expect(await importPortfolio(client, csv, { dateOrder: 'dmy' })).toMatchObject({ created: 1, invalid: 0 })
    const wrong = { dateOrder: 'ymd' }
    // @ts-expect-error The order is unknown.
    await expect(importPortfolio(client, csv, wrong)).rejects.toMatchObject({ name: 'InputValidationError' })
  })
})

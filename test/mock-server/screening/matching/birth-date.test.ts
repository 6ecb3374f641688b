import { describe, expect, it } from 'vitest'
import { matchesBirthDate, parseBirthDate } from '../../../../mock-server/screening/matching/birth-date.ts'

describe('reading a birth date', () => {
  it.each([
    ['1961-04-09', ['1961-04-09']],
    ['1961-4-9', ['1961-04-09']],
    ['1961/04/09', ['1961-04-09']],
    ['1961.04.09', ['1961-04-09']],
    ['19610409', ['1961-04-09']],
    ['  1961-04-09  ', ['1961-04-09']],
    ['9 April 1961', ['1961-04-09']],
    ['9. April 1961', ['1961-04-09']],
    ['9th April 1961', ['1961-04-09']],
    ['09 APR 1961', ['1961-04-09']],
    ['April 9, 1961', ['1961-04-09']],
    ['Apr. 9th, 1961', ['1961-04-09']],
    ['1961 April 9', ['1961-04-09']],
    ['1961-Apr-09', ['1961-04-09']],
    ['1 Sept 1961', ['1961-09-01']],
    ['31.12.1961', ['1961-12-31']],
    ['12/31/1961', ['1961-12-31']],
    ['29.02.1960', ['1960-02-29']],
    ['05/05/1961', ['1961-05-05']],
    ['1961', ['1961']],
    ['1961-04', ['1961-04']],
    ['4/1961', ['1961-04']],
    ['April 1961', ['1961-04']],
  ])('takes %j for %j', (given, dates) => {
    expect(parseBirthDate(given)).toEqual(dates)
  })

  it.each([
    ['July 4, 1961', ['1961-07-04']],
    ['June 9 1961', ['1961-06-09']],
    ['Sept 9, 1961', ['1961-09-09']],
    ['12th March 1958', ['1958-03-12']],
    ['31st December 1958', ['1958-12-31']],
  ])('takes %j for %j: four letters at the beginning make no year', (given, dates) => {
    expect(parseBirthDate(given)).toEqual(dates)
  })

  it.each(['03/04/1961', '3.4.1961', '4-3-1961', '04 03 1961'])(
    'takes %j for a day in March and one in April',
    given => {
      expect(parseBirthDate(given).toSorted()).toEqual(['1961-03-04', '1961-04-03'])
    },
  )

  it.each([
    '',
    ' ',
    '-',
    'unknown',
    '61',
    '196',
    '19614',
    '1961-13-01',
    '1961-13',
    '04/61',
    'April May',
    '1961-02-30',
    '30.02.1961',
    '29.02.1961',
    '0.0.1961',
    '32/32/1961',
    '19610230',
    '1961-04-09-01',
    '9 Brumaire 1961',
    'April',
    '1961-04-09; drop',
    '٩ ٤ ١٩٦١',
    '__proto__',
  ])('takes %j for nothing', given => {
    expect(parseBirthDate(given)).toEqual([])
  })

  // A pattern that backtracks would outlast the test's time limit.
  it.each(['1', '-', ' 1', 'st', '1st ', 'a.'])('comes to an end with 200,000 times %j', piece => {
    expect(parseBirthDate(piece.repeat(200_000))).toEqual([])
  })
})

describe('a birth date on file', () => {
  it.each([
    ['1961-04-09', ['1961-04-09'], true],
    ['1961-04-09', ['1961-04-10'], false],
    ['1961-04-09', ['1961-09-04', '1961-04-09'], true],
    ['1961-04-09', ['1961'], true],
    ['1961-04-09', ['1962'], false],
    ['1961', ['1961-04-09'], true],
    ['1961-04', ['1961-04-09'], true],
    ['1961-04', ['1961-05-09'], false],
    ['1961-04-09', ['1961-04'], true],
    ['1961', ['1961-04'], true],
    ['1961-04-09', [], false],
  ])('%s is among %j: %s', (onFile, meant, fits) => {
    expect(matchesBirthDate(onFile, meant)).toBe(fits)
  })
})

import { expect, it } from 'vitest'
import { readRecordTime } from '../../src/shared/time.ts'

const readIso = (text: string) => {
  const time = readRecordTime(text)
  return time === null ? null : new Date(time).toISOString()
}

it.each([
  ['milliseconds', '2025-01-05T12:00:00.400Z', '2025-01-05T12:00:00.400Z'],
  ['seconds, which may be any time in the second', '2025-01-05T12:00:00Z', '2025-01-05T12:00:00.999Z'],
  ['minutes, which may be any time in the minute', '2025-01-05T12:00', '2025-01-05T12:00:59.999Z'],
  ['a day, which may be any time in the day', '2025-01-05', '2025-01-05T23:59:59.999Z'],
  ['another zone', '2025-01-05T13:30:00.000+01:30', '2025-01-05T12:00:00.000Z'],
  ['a zone without a colon', '2025-01-05T14:00:00.0+0200', '2025-01-05T12:00:00.000Z'],
  ['no time', 'yesterday', null],
  ['a day that does not exist', '2024-02-30T00:00:00Z', null],
  ['the first day of the calendar, a placeholder', '0001-01-01T00:00:00Z', null],
  ['the first moment of 1970, a placeholder', '1970-01-01T00:00:00.000Z', null],
  ['the last day of 1970, a placeholder', '1970-12-31', null],
  ['a day before there were such services', '1999-12-31', null],
  ['the last moment of the calendar, a placeholder', '9999-12-31T23:59:59.999Z', null],
])('the time of a record has %s', (_, text, time) => {
  expect(readIso(text)).toBe(time)
})

it.each(['UTC', 'America/Los_Angeles', 'Asia/Tokyo'])('a time without a zone is UTC, in %s too', zone => {
  const zoneBefore = process.env.TZ
  process.env.TZ = zone
  try {
    if (zone !== 'UTC') expect(new Date('2025-01-05T12:00:00').toISOString()).not.toContain('T12:00')
    expect(readIso('2025-01-05T12:00:00.000')).toBe('2025-01-05T12:00:00.000Z')
    expect(readIso('2025-01-05 11:00:00')).toBe('2025-01-05T11:00:00.999Z')
  } finally {
    if (zoneBefore === undefined) delete process.env.TZ
    else process.env.TZ = zoneBefore
  }
})

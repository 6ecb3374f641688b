import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCountryCode } from '../../../src/shared/countries/codes.ts'
import { tryDecodeUriComponent } from '../../../src/shared/text/decode-uri-component.ts'
import { isCalendarDate } from '../../../src/shared/time.ts'
import { repetitions } from '../../repetitions.ts'
import { apiKey, baseUrl, exchangeOf, record } from './exchanges.ts'

const numRuns = repetitions(200)
const longTime = 20_000 + numRuns * 100

const letters = {
  Latin: 'abcdefghijklmnopqrstuvwxyzéöłß',
  Greek: 'αβγδεζηθικλμνξοπρστυφχψω',
  Cyrillic: 'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  Han: '王李張劉陳楊黃趙吳周徐孫馬朱胡郭何',
  Hebrew: 'אבגדהוזחטיכלמנסעפצקרשת',
  Arabic: 'بتثجحخدذرزسشصضطظعغفقكلم',
  Hangul: '김이박최정강조윤장임한오서신권황안송',
}
const word = fc
  .constantFrom(...Object.values(letters))
  .chain(alphabet => fc.array(fc.constantFrom(...alphabet), { minLength: 7, maxLength: 12 }))
  .map(([first = '', ...others]) => first.toUpperCase() + others.join(''))
const secret = fc.oneof(
  word,
  fc.tuple(word, fc.constantFrom(' ', '-', "'", '_', ', '), word).map(parts => parts.join('')),
  fc.uuid(),
  fc.stringMatching(/^[1-9]\d{8,12}$/),
)
/** Names of fields, some of which may keep their values. */
const field = fc.constantFrom(
  ...[
    'id',
    'name',
    'type',
    'caseStatus',
    'riskLevel',
    'riskScore',
    'registration',
    'countryCode',
    'createdAt',
    'dueDate',
  ],
  ...[
    'error',
    'message',
    'errors',
    'status',
    'version',
    'country',
    'pep',
    'pep_json',
    'nodes',
    'relations',
    'source',
    'uid',
  ],
  ...[
    'sources',
    'details',
    'exact_share',
    'birth_date',
    'total',
    'next',
    'data',
    'full_name',
    'size',
    'label',
  ],
)

const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>(tie => ({
  leaf: fc.oneof(
    secret,
    secret.map(Number).filter(Number.isFinite),
    secret.map(text => `Row 3: organization "${text}" already exists`),
    secret.map(text => `https://${baseUrl}/${encodeURIComponent(text)}`),
    fc.constantFrom('', '-', null, true, 7, 0.25, 'person', 'Low Risk'),
  ),
  tree: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(field, field, secret), tie('tree'), { maxKeys: 5 }),
    tie('tree').map(inner => JSON.stringify(inner)),
  ),
}))

/** The secrets that a generated value holds. */
function secretsIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? ''
  return (text.replace(/\\+"/g, '"').match(/[\p{L}\p{M}]{7,}|\d{9,}|[\da-f]{8}-[\da-f-]{27}/gu) ?? []).filter(
    part =>
      !/^(?:organization|already|caseStatus|riskLevel|riskScore|registration|countryCode|createdAt|dueDate|message|version|country|relations|sources|details|screening)$/.test(
        part,
      ),
  )
}

describe('a recording', () => {
  it(
    'never contains random names and identifiers, which may be anywhere',
    () => {
      fc.assert(
        fc.property(tree, tree, secret, secret, (body, request, id, header) => {
          const { har } = record([
            exchangeOf({
              body,
              request,
              path: `/v1/entities/${encodeURIComponent(id)}/network?name=${encodeURIComponent(header)}`,
            }),
            exchangeOf({
              body: undefined,
              text: `Sorry, ${id}`,
              headers: { 'x-about': header, 'content-type': header, location: `/${id}` },
            }),
          ])
          const written = [
            har,
            har.replaceAll('\\', ''),
            har.replace(/(?:%[\da-f]{2})+/gi, tryDecodeUriComponent),
          ]
            .join('\n')
            .toLowerCase()
          for (const part of [body, request, id, header].flatMap(secretsIn))
            expect(written).not.toContain(part.toLowerCase())
          expect(written).not.toContain(apiKey.toLowerCase())
        }),
        { numRuns },
      )
    },
    longTime,
  )

  it(
    'never contains names made of listed words, which may be in statuses, identifiers and sentences',
    () => {
      const names = fc.array(fc.array(listedWord, { minLength: 2, maxLength: 4 }), {
        minLength: 1,
        maxLength: 5,
      })
      fc.assert(
        fc.property(names, words => {
          const texts = words.map(parts => parts.join(' '))
          const body = words.map((parts, index) => ({
            id: parts.join('_').toLowerCase(),
            name: texts[index],
            caseStatus: parts.join('_').toUpperCase(),
            error: `${texts[index]} already exists`,
            nodes: { [texts[index] ?? '']: { full_name: texts[index] } },
          }))
          const { har } = record([
            exchangeOf({ body, path: `/v1/entities?name=${texts.map(encodeURIComponent)}` }),
          ])
          const written = tryDecodeUriComponent(har)
            .toLowerCase()
            .replace(/[_+\s-]+/g, ' ')
          for (const text of texts) expect(written).not.toContain(text.toLowerCase())
        }),
        { numRuns },
      )
    },
    longTime,
  )

  it(
    'keeps script, case, length and punctuation, dates, codes, shares and empty values',
    () => {
      const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
      const entity = fc.record({
        name: fc.tuple(word, word).map(words => words.join(' ')),
        registration: fc.constantFrom('', '-', 'HRB 90071', '5560-3821'),
        countryCode: fc.constantFrom('DE', 'US', 'XK', 'GB'),
        birth_date: day.map(date => date.toISOString().slice(0, 10)),
        createdAt: day.map(date => date.toISOString()),
        riskScore: fc.integer({ min: 0, max: 100 }),
        exact_share: fc.double({ min: 0.01, max: 1, noNaN: true }),
        success: fc.boolean(),
      })
      fc.assert(
        fc.property(fc.array(entity, { minLength: 1, maxLength: 8 }), body => {
          const { recorded } = record([exchangeOf({ body })])
          const written = recorded[0]?.body as typeof body
          for (const [index, original] of body.entries()) {
            const other = Object(written[index])
            expect(other).toMatchObject({
              riskScore: original.riskScore,
              exact_share: original.exact_share,
              success: original.success,
            })
            expect(formOf(other.name)).toEqual(formOf(original.name))
            expect(formOf(other.registration)).toEqual(formOf(original.registration))
            expect([other.countryCode, other.birth_date]).toSatisfy(
              ([code, date]) => isCountryCode(code) && isCalendarDate(date),
            )
            expect(new Date(other.createdAt).toISOString()).toBe(other.createdAt)
            for (const [earlierIndex, earlier] of body.slice(0, index).entries())
              expect(other.name === written[earlierIndex]?.name).toBe(original.name === earlier.name)
          }
        }),
        { numRuns },
      )
    },
    longTime,
  )
})

const listedWord = fc.constantFrom(
  ...'First Trust Company Limited Global Open Medium Fund Foundation Director Board Partial Request Response'.split(
    ' ',
  ),
)

/** The script and the category of each character. */
function formOf(text: string): string[] {
  const scripts = Object.keys(letters).map(script => new RegExp(`\\p{sc=${script}}`, 'u'))
  const categories = [/\p{Lu}/u, /\p{Ll}/u, /\p{Lo}/u, /\p{Nd}/u]
  return Array.from(text, character => {
    const category = categories.findIndex(pattern => pattern.test(character))
    return category < 0 ? character : `${scripts.findIndex(pattern => pattern.test(character))}-${category}`
  })
}

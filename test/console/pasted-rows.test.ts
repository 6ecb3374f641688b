import { describe, expect, it } from 'vitest'
import { readPasted } from '../../mock-server/console/entities/pasted-rows.ts'

const read = (text: string, type = 'organization') => readPasted(text, { type, countryCode: 'DE' })
const row = (line: number, fields: object) => ({
  line,
  row: { type: 'organization', countryCode: 'DE', ...fields },
})

describe('rows pasted into the console', () => {
  it('reads one name a line, also with commas and of a scenario', () => {
    expect(read('Nordwind GmbH\n\n  Acme, Inc.\r\n[sanctioned] Example Works Ltd').rows).toEqual([
      row(1, { name: 'Nordwind GmbH' }),
      row(3, { name: 'Acme, Inc.' }),
      row(4, { name: '[sanctioned] Example Works Ltd' }),
    ])
  })

  it.each([
    ['commas', 'Name,Type,Country,Registration number\r\n"Acme, ""Best"" Inc.",Organization,us,77\r\n'],
    ['semicolons', 'name;type;countryCode;registration\n"Acme, ""Best"" Inc.";organization;US;77'],
    ['tabs', 'NAME\tTYPE\tCOUNTRY_CODE\tregistration\n"Acme, ""Best"" Inc."\torganization\tUS\t77'],
  ])('reads a table with %s', (_, text) => {
    expect(read(text)).toEqual({
      rows: [row(2, { name: 'Acme, "Best" Inc.', countryCode: 'US', registration: '77' })],
      ignored: [],
    })
  })

  it('loses no name with a comma, and minds no empty cell beyond the columns', () => {
    const names = ['Acme, Inc.', 'Brandt, Ilse']
    expect(read(names.join('\n')).rows.map(({ row: { name } }) => name)).toEqual(names)
    expect(read('name,country,\nAcme,FR,,').rows).toEqual([row(2, { name: 'Acme', countryCode: 'FR' })])
  })

  it('keeps the line of each row, across line breaks in a cell and empty lines', () => {
    const { rows } = read('name,tags\n"Two\nlines",a\n,\nNext Ltd,"b,c"\n')
    expect(rows).toEqual([
      row(2, { name: 'Two\nlines', tags: 'a' }),
      row(5, { name: 'Next Ltd', tags: 'b,c' }),
    ])
  })

  it('reads JSON: rows, names, or the body of a bulk request', () => {
    const nordwind = row(1, { name: 'Nordwind GmbH', tags: 'a,b' })
    expect(read('[{"name":"Nordwind GmbH","tags":["a","b"]}]').rows).toEqual([nordwind])
    expect(read('{"entities":[{"name":"Nordwind GmbH","tags":"a,b"}]}').rows).toEqual([nordwind])
    expect(read('["Nordwind GmbH"]').rows).toEqual([row(1, { name: 'Nordwind GmbH' })])
  })

  it('gives persons a first and a last name, and a name', () => {
    const fields = {
      type: 'person',
      name: 'Ilse Maria Brandt',
      first_name: 'Ilse Maria',
      last_name: 'Brandt',
    }
    expect(read('Ilse Maria Brandt', 'person').rows).toEqual([row(1, fields)])
    expect(read('first name,last name,type\nIlse Maria,Brandt,person').rows).toEqual([row(2, fields)])
  })

  it('names the columns that it leaves out, and leaves what is wrong to the server', () => {
    expect(read('name,country,colour\nAcme,Germany,red')).toEqual({
      rows: [row(2, { name: 'Acme', countryCode: 'GERMANY' })],
      ignored: ['colour'],
    })
    expect(read('[{"name":{"first":"x"},"__proto__":1,"constructor":2}]')).toEqual({
      rows: [row(1, { name: { first: 'x' } })],
      ignored: ['__proto__', 'constructor'],
    })
  })

  it.each([
    ['[{"name":', 'begins as JSON'],
    ['{"name":"Acme"}', 'must be an array of rows'],
    ['["Acme",5]', 'Item 2'],
    ['Acme\tDE\nOther\tFR', 'first line must name the columns'],
    ['\nfirm,land\nAcme,DE', 'Line 2, column 1: "firm"'],
    ['firm;land', 'Line 1, column 1: "firm"'],
    [
      'name,type,Full name\nAcme,,Other',
      'Line 1, column 3: "Full name" stands for the same as column 1, "name"',
    ],
    ['name,colour,colour\nAcme,red,blue', 'Line 1, column 3: "colour" stands for the same as column 2'],
    ['name,country\nAcme,DE\nNordwind, Sons,DE', 'Line 3, column 3: "DE" has no column in the first line'],
    ['name,,country\nAcme,lost,DE', 'Line 2, column 2: "lost" has no column'],
    ['name,type\n"Acme,organization', 'Line 2: a quote is not closed'],
    ['name,type\n"Acme" x,organization', 'Line 2: a quote is not closed'],
  ])('refuses %j', (text, sentence) => {
    expect(() => read(text)).toThrow(sentence)
  })
})

import { importPortfolio } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { optionTerms } from '../../../src/portfolio/option-terms.ts'
import { openRows } from '../../../src/portfolio/source/open-rows.ts'
import { createTeam } from '../team.ts'
import { collect, stream } from './collect.ts'

const csv = 'name,type,country\nMüller AG,org,DE\n'
const latin1 = Buffer.from(csv, 'latin1')

async function readNames(bytes: Uint8Array, encoding?: string) {
  const rows = (await collect((await openRows(bytes, { encoding })).rows)).flat()
  return rows.map(({ row }) => row?.name)
}

/** Encodes a text in a single-byte encoding, by what the runtime decodes. */
function encode(text: string, label: string): Uint8Array {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const table = [...bytes].map(byte => new TextDecoder(label).decode(Uint8Array.of(byte)))
  return Uint8Array.from([...text].map(character => table.indexOf(character)))
}

/** The message about a file, as the command shows it on a terminal or as the library shows it. */
async function describeBytes(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  showsCells = true,
): Promise<string> {
  const reader = await openRows(source, { nameOrder: 'first_last' }, false, { ...optionTerms, showsCells })
  return collect(reader.rows).then(
    () => 'read',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )
}

describe('the encoding of a CSV source', () => {
  it('is any label of TextDecoder', async () => {
    for (const label of ['latin1', 'windows-1252', 'ISO-8859-15', 'windows-1254'])
      expect(await readNames(latin1, label)).toEqual(['Müller AG'])
    expect(await readNames(encode('name,type,country\nŁódź,org,PL\n', 'windows-1250'), 'cp1250')).toEqual([
      'Łódź',
    ])
    const sjis = Uint8Array.from([
      ...Buffer.from('name,type,country\n'),
      0x8e,
      0x52,
      0x93,
      0x63,
      ...Buffer.from(',org,JP\n'),
    ])
    expect(await readNames(sjis, 'shift_jis')).toEqual(['山田'])
    const utf16 = Buffer.from(csv, 'utf16le')
    expect(await readNames(utf16, 'utf-16le')).toEqual(['Müller AG'])
    const team = createTeam()
    for (const encoding of ['ebcdic', '', 'iso-2022-kr'])
      await expect(importPortfolio(team.client, latin1, { encoding })).rejects.toThrow(
        'encoding must be a label of TextDecoder',
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

describe('bytes that are not UTF-8', () => {
  it('are refused without the text of a cell, and without advice which encoding to set', async () => {
    const team = createTeam()
    const error = await importPortfolio(team.client, latin1).catch(String)
    expect(error).toMatch(/source cannot be read: line 2 \(name\) is not UTF-8: it could be windows-1252, /)
    expect(error).toMatch(/; or none of these\. Set encoding to the right one, or save it as CSV UTF-8$/)
    expect(error).not.toMatch(/latin1|M.?ller/i)
    expect(await team.list()).toEqual([])
  })

  it.each([
    ['windows-1252', 'Müller AG'],
    ['windows-1250', 'Łódź Żegluga'],
    ['windows-1251', 'Ильза Брандт'],
    ['windows-1253', 'Ίλζε Μπραντ'],
    ['windows-1254', 'Işık Gürsoğ'],
    ['windows-1255', 'חברת אור'],
    ['windows-1256', 'شركة النور'],
    ['windows-1257', 'Ūdens Šķērslis'],
    ['macintosh', 'Café Müller'],
    ['ibm866', 'Ильза Брандт'],
    ['koi8-u', 'Ильза Брандт'],
  ])('show how each encoding reads the first name: %s', async (label, name) => {
    const message = await describeBytes(
      encode(`type,name,country\norg,Plain Ltd,DE\norg,${name},DE\n`, label),
    )
    expect(message).toMatch(/^line 3 \(name\) is not UTF-8: it reads /)
    expect(message).toContain(`"${name}" (`)
    expect(message.split(' (').length - 2).toBeLessThanOrEqual(6)
  })

  it.each<[string, number[], string]>([
    ['shift_jis', [0x8e, 0x52, 0x93, 0x63, 0x91, 0xbe, 0x98, 0x59], '山田太郎'],
    ['gb18030', [0xd5, 0xc5, 0xce, 0xb0], '张伟'],
    ['euc-kr', [0xb1, 0xe8, 0xb9, 0xce, 0xc1, 0xd8], '김민준'],
    ['big5', [0xb1, 0x69, 0xb0, 0xb6], '張偉'],
  ])('may be in an encoding of several bytes: %s', async (_, bytes, name) => {
    const file = Uint8Array.from([
      ...Buffer.from('type,name,country\norg,'),
      ...bytes,
      ...Buffer.from(',JP\n'),
    ])
    expect(await describeBytes(file)).toContain(`"${name}" (`)
  })

  it('show a second name if two encodings read the first one alike', async () => {
    const message = await describeBytes(
      encode('type,name,country\norg,Müller AG,DE\norg,Łódź,PL\n', 'windows-1250'),
    )
    expect(message).toContain('"Müller AG", "Łódź" (windows-1250)')
    // In windows-1252, the second name would be £ódŸ: a capital after a small letter.
    expect(message).not.toContain('windows-1252')
  })

  it('show no reading with a capital after a small letter, or with two scripts in a word', async () => {
    const message = await describeBytes(latin1)
    expect(message).not.toContain('Mьller')
    expect(message).not.toContain('Mόller')
    expect(message).toContain('"Müller AG" (windows-1252)')
  })

  it('are found after lines in UTF-8, in a file that was joined', async () => {
    const utf8 = Buffer.from('type,name,country\norg,Łódź,PL\n"org","Åse\nÅs",NO\n')
    for (const name of ['M\xfcller', 'Caf\xe9']) {
      const file = Buffer.concat([utf8, Buffer.from(`org,Plain,DE\norg,DE,${name}\n`, 'latin1')])
      const text = Buffer.from(name, 'latin1').toString('latin1')
      const message = await describeBytes(file)
      expect(message).toMatch(/^line 6 \(country\) is not UTF-8: it reads /)
      expect(message).toContain(`"${text}" (windows-1252)`)
    }
  })

  it('are found in a row of several lines that begins in UTF-8', async () => {
    const file = Buffer.from('type,name,country\norg,"Plain\nM\xfcller",DE\n', 'latin1')
    expect(await describeBytes(file)).toMatch(/^line 2 \(name\) is not UTF-8: /)
  })

  it('are found far down in a file, in a stream and at the end, with the right line', {
    tags: 'long',
  }, async () => {
    const lines = Array.from({ length: 4000 }, (_, index) => `org,Halfmoon ${index},DE\n`)
    for (const end of ['', ...lines.slice(0, 3500)].slice(0, 2)) {
      const file = Buffer.from(`type,name,country\n${lines.join('')}org,M\xfcller,DE\n${end}`, 'latin1')
      for (const source of [file, stream([file.subarray(0, 50_001), file.subarray(50_001)])])
        expect(await describeBytes(source)).toMatch(
          /^line 4002 \(name\) is not UTF-8: .*"Müller" \(windows-1252\)/,
        )
    }
    expect(await describeBytes(Buffer.from('type,name,country\norg,M\xfc', 'latin1'))).toMatch(
      /^line 2 \(name\)/,
    )
  })

  it('may be in a header or in another column', async () => {
    const header = Buffer.from('type,name,country,R\xe9gion\norg,Halfmoon,DE,X\n', 'latin1')
    expect(await describeBytes(header)).toMatch(
      /^line 1 \(column 4\) is not UTF-8: .*"Région" \(windows-1252\)/,
    )
    const notes = Buffer.from(
      'type,notes,name,country\norg,D\xfc,Halfmoon,DE\norg,D\xfc,M\xfcller,DE\n',
      'latin1',
    )
    expect(await describeBytes(notes)).toMatch(/^line 3 \(name\)/)
  })

  it('are damaged after a byte order mark of UTF-16', async () => {
    const bytes = Uint8Array.from([0xff, 0xfe, ...Buffer.from(csv, 'utf16le'), 0x00, 0xd8, 0x41, 0x00])
    expect(await describeBytes(bytes)).toBe('the text is not UTF-16LE: save it as CSV UTF-8')
  })

  it('may be in no encoding', async () => {
    const bytes = Uint8Array.from([...Buffer.from('type,name,country\norg,'), 0x81, 0x20, 0xff, 0x01, 0x80])
    expect(await describeBytes(bytes)).toMatch(/is not UTF-8: save it as CSV UTF-8$/)
  })
})

describe('a spreadsheet', () => {
  it.each(['customers.xlsx', 'customers.XLS', 'customers.ods'])('is called by its name: %s', async name => {
    const file = new File(['PK'], name)
    const kind = name.slice(name.indexOf('.')).toLowerCase()
    await expect(importPortfolio(createTeam().client, file)).rejects.toThrow(
      `source cannot be read: it is an ${kind} spreadsheet: save it as CSV UTF-8`,
    )
  })

  it.each([
    ['a zip archive', [0x50, 0x4b, 0x03, 0x04]],
    ['an old one', [0xd0, 0xcf, 0x11, 0xe0]],
  ])('is recognized under another name: %s', async (_, signature) => {
    const source = new Blob([Uint8Array.from([...signature, 0, 0, 0xff])])
    await expect(importPortfolio(createTeam().client, source)).rejects.toThrow(
      'source cannot be read: it is a spreadsheet: save it as CSV UTF-8',
    )
  })

  it('is no file of another name', async () => {
    const file = new File([csv], 'customers.xlsx.csv')
    expect((await importPortfolio(createTeam().client, file)).created).toBe(1)
  })
})

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
  encoding?: string,
): Promise<string> {
  const options = { nameOrder: 'first_last', encoding } as const
  const reader = await openRows(source, options, false, { ...optionTerms, showsCells })
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
    expect(error).toMatch(/source cannot be read: line 2 \(name\) is not UTF-8: it could be windows-1252; /)
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

/** Code page 850 and 852, of which `TextDecoder` knows neither. */
const dosLetters = [...'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñ']
const dosBytes = new Map([
  ...dosLetters.map((letter, index) => [letter, 0x80 + index] as const),
  ['ß', 0xe1],
  ['ł', 0x88],
  ['ą', 0xa5],
])

function encodeDos(text: string): Uint8Array {
  return Uint8Array.from([...text].map(letter => dosBytes.get(letter) ?? letter.charCodeAt(0)))
}

const german =
  'Bäckerei Schäfer KG,Käthe Groß,Anton Jäger,Bärbel Köhler,Lindström AB,Müller,Zürcher,Hübner & Söhne'
const french = 'Crédit Général,Hélène Dupré,François Lemaître'
const polish = 'Wałęsa,Błażej Żywiec,Łódź,Kołodziej'
const russian = 'Иван Петров,Торговый Дом'

const listNames = (names: string) =>
  ['name,type,country', ...names.split(',').map(name => `${name},org,DE`), ''].join('\n')

const files = {
  'CSV (MS-DOS), German': encodeDos(listNames(german)),
  'CSV (MS-DOS), French': encodeDos(listNames(french)),
  'CSV (MS-DOS), Polish': encodeDos(listNames('Pawłowski,Kołodziej,Dąbrowski')),
  'CSV (Macintosh), German': encode(listNames(german), 'macintosh'),
  'CSV (Macintosh), French': encode(listNames(french), 'macintosh'),
  'CSV, German': encode(listNames(german), 'windows-1252'),
  'CSV, French': encode(listNames(french), 'windows-1252'),
  'CSV, Polish': encode(listNames(polish), 'windows-1250'),
  'CSV, Russian': encode(listNames(russian), 'windows-1251'),
  'KOI8, Russian': encode(listNames(russian), 'koi8-u'),
}

describe('an encoding that the caller names', () => {
  it.each<[keyof typeof files, string]>([
    ['CSV (MS-DOS), German', 'windows-1252 windows-1250 windows-1251 macintosh koi8-u ibm866 iso-8859-15'],
    ['CSV (MS-DOS), French', 'windows-1252 windows-1250 windows-1251 macintosh koi8-u ibm866 iso-8859-15'],
    ['CSV (MS-DOS), Polish', 'windows-1252 windows-1251 koi8-u ibm866'],
    ['CSV (Macintosh), German', 'windows-1252 windows-1250 windows-1251 koi8-u ibm866'],
    ['CSV (Macintosh), French', 'windows-1252 windows-1250 windows-1251 koi8-u ibm866'],
    ['CSV, German', 'macintosh windows-1251 koi8-u ibm866'],
    ['CSV, French', 'macintosh windows-1251 koi8-u ibm866'],
    ['CSV, Polish', 'windows-1252 macintosh windows-1251 koi8-u ibm866'],
    ['CSV, Russian', 'windows-1252 windows-1250 macintosh koi8-u ibm866'],
    ['KOI8, Russian', 'windows-1252 windows-1250 macintosh windows-1251 ibm866'],
  ])('is refused if the names are not likely: %s', async (file, labels) => {
    for (const label of labels.split(' '))
      expect(await describeBytes(files[file], true, label), label).toMatch(
        /^line \d+ \(name\) is not likely to be [-a-z\d]+: it would read ".+"\. Save the file as CSV UTF-8$/,
      )
    const suggestion = await describeBytes(files[file])
    for (const label of labels.split(' ')) expect(suggestion).not.toContain(`(${label})`)
  })

  it.each<[keyof typeof files, string, string]>([
    ['CSV (Macintosh), German', 'macintosh', german],
    ['CSV (Macintosh), French', 'macintosh', french],
    ['CSV, German', 'windows-1252', german],
    ['CSV, French', 'windows-1252', french],
    ['CSV, Polish', 'windows-1250', polish],
    ['CSV, Russian', 'windows-1251', russian],
    ['KOI8, Russian', 'koi8-u', russian],
  ])('is suggested and read if they are: %s', async (file, label, names) => {
    expect(await describeBytes(files[file])).toContain(`(${label})`)
    expect(await readNames(files[file], label)).toEqual(names.split(','))
  })

  it('is not suggested if none is likely', async () => {
    for (const file of ['CSV (MS-DOS), German', 'CSV (MS-DOS), French'] as const)
      expect(await describeBytes(files[file])).toBe(
        'line 2 (name) is in no likely encoding, and is not UTF-8: save it as CSV UTF-8',
      )
  })

  it('is refused before a row is sent, without the text of a cell', async () => {
    const team = createTeam()
    const lines = Array.from({ length: 3000 }, (_, index) => `Halfmoon ${index},org,DE\n`)
    const file = encodeDos(`name,type,country\n${lines.join('')}Bärbel Köhler,org,DE\n`)
    for (const source of [file, stream([file.subarray(0, 1000), file.subarray(1000)])])
      await expect(importPortfolio(team.client, source, { encoding: 'windows-1252' })).rejects.toThrow(
        /source cannot be read: line 3002 \(name\) is not likely to be windows-1252\. Save the file as CSV UTF-8$/,
      )
    expect(await team.list()).toEqual([])
  })

  it('is refused if it reads an accented letter as Chinese', async () => {
    const file = encode(listNames('Müller AG'), 'windows-1252')
    expect(await describeBytes(file, true, 'gb18030')).toContain('it would read "M黮ler AG"')
  })

  it('is judged by the header and the names, not by notes', async () => {
    const header = encodeDos('name,type,country,Länge\nHalfmoon,org,DE,1\n')
    expect(await describeBytes(header, true, 'windows-1252')).toMatch(
      /^line 1 \(column 4\) is not likely to be windows-1252: it would read "L„nge"/,
    )
    const notes = encode('name,type,country,notes\nMüller,org,DE,Haus§Hof|™a\n', 'windows-1252')
    expect(await readNames(notes, 'windows-1252')).toEqual(['Müller'])
  })

  it('does not matter for text, for UTF-8 and for UTF-16', async () => {
    const text = listNames('B„ckerei')
    const utf16 = Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
    expect(await readNames(utf16, 'windows-1252')).toEqual(['B„ckerei'])
    expect(await readNames(new TextEncoder().encode(text), 'utf8')).toEqual(['B„ckerei'])
    const reader = await openRows(text, { encoding: 'windows-1252' })
    expect((await collect(reader.rows)).flat()).toHaveLength(1)
  })

  it('is not to blame for a name that was damaged before', async () => {
    const file = Buffer.from(listNames('Müller,MÃ¼ller'), 'latin1')
    expect(await readNames(file, 'windows-1252')).toEqual(['Müller', undefined])
  })

  it.each([
    [
      'windows-1252',
      'O´Brien,L’Oréal,Tír na nÓg,Raidió na hÉireann,McÉwen,MªÁngeles Núñez,N°5 Café,AT&T Öl+Gas',
    ],
    [
      'windows-1252',
      'Hotel„Adler“ Köln,Campari®Soda Müller,ÅÄÖ AB,GROß,SOCIéTé GéNéRALE,Foo–Bär,Col·legi Català,Ärzte/Øre',
    ],
    ['windows-1252', 'Þórður Ævarsson,Øystein Ødegård,€uro-Shop Müller,TÜv Süd,¡Viva! Año,m² Büro,Šmíd@Žák'],
    ['windows-1250', 'ČEZ,Škoda,Żegluga,Đorđe Šešelj,Őrség Űr'],
    ['windows-1251', 'ООО«Ромашка»,ТехноСервис,ООО Cервис,АвтоLine,ПромTextile,Пам”ятний,Школа №5'],
    ['windows-1253', 'Ίλζε Μπραντ,ΑΦΟΙ Παππά'],
    ['windows-1254', 'DİNÇER,Işık ŞİŞLİ'],
    ['windows-1255', 'בע”מ חברת'],
  ])('is read with rare but real forms: %s, %s', async (label, names) => {
    expect(await readNames(encode(listNames(names), label), label)).toEqual(names.split(','))
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

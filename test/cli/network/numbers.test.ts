import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { clientOf, startScreened } from '../services.ts'

const command = prepareCommand()

const commands: [string, ...string[]][] = [
  ['network'],
  ['hits'],
  ['owners', '--rule', 'amld'],
  ['exposure'],
  ['report', '--json', 'record.json', '--replace'],
]

const flags = ['--reference', 'customers.csv', '--number-column', 'Customer no']

/** A screened company, and a file of customers with its ID. */
async function startWithNumbers() {
  const screened = await startScreened()
  const { id } = screened
  const rows = [
    'line;outcome;reason;entity_ids;decision;Customer no;name',
    `2;created;;${id};; 1072 ;Halfmoon Minerals Oy`,
    `3;refused;exists;${id};;1073;Halfmoon Minerals Oy`,
    `4;possible_duplicate;may be;${id};same;1074;Halfmoon Minerals Oy`,
    '5;created;;;;1075;Listed Later Ltd',
    `6;created;;${id} 66f2c91be04d7a53c8150f3e;;1076;Namesake Ltd`,
    `7;created;;${id};;1077;Twice Ltd`,
    '8;created;;66f2c91be04d7a53c8150f3e;;1077;Twice Ltd',
    `9;created;;66f2c91be04d7a53c8150f3e;;${id};A number like an ID`,
  ]
  await writeFile('customers.csv', rows.join('\n'))
  return screened
}

describe('a customer number in place of an ID', () => {
  it('needs its flag, which the command names', async () => {
    const { environment } = await startWithNumbers()
    const { status, stderr } = await command.run(['network', '1072'], environment)
    expect(status).toBe(1)
    expect(stderr).toContain('For a customer number: --reference FILE --number 1072 --number-column HEADER\n')
  })

  it.each(commands)('is accepted by %s, which names the entity', async (name, ...own) => {
    const { environment, id } = await startWithNumbers()
    const byId = await command.run([name, id, ...own], environment)
    for (const number of ['1072', '1074']) {
      const { stderr, ...result } = await command.run(
        [name, ...own, ...flags, '--number', number],
        environment,
      )
      if (name !== 'report') expect(result).toEqual({ status: byId.status, stdout: byId.stdout })
      expect(result.status).toBe(byId.status)
      expect(stderr).toBe(`${number} is Halfmoon Minerals Oy, ${id}\n${byId.stderr}`)
    }
  })

  it('comes from a file that may lack a replacement of the entity', async () => {
    const { environment, id, server } = await startWithNumbers()
    const line = ['network', ...flags, '--number', '1072']
    server.clock.advance('1d')
    const { entities } = clientOf(server)
    await entities.create({ type: 'organization', name: 'Halfmoon Minerals Ltd' })
    expect((await command.run(line, environment)).stderr).toBe(`1072 is Halfmoon Minerals Oy, ${id}\n`)
    await entities.create({ type: 'organization', name: 'HALFMOON Minerals Oy', countryCode: 'SE' })
    expect((await command.run(line, environment)).stderr).toContain(
      `warning: ${id}: customers.csv lacks a newer entity with the name of 1072: if it has replaced this entity, give the customers of the latest compare.\n`,
    )
    const hits = ['hits', ...flags, '--number', '1072']
    expect(await command.run(hits, environment)).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('lacks a newer entity with the name of 1072'),
    })
  })

  it.each([
    [
      'a row that has changed',
      'changed;;ID;;1072;Halfmoon Minerals Oy',
      '(1072) may have changed since this entity was created: import what compare writes, compare again, and give its customers.',
    ],
    [
      'a row that may have changed',
      'unreadable;must be a date;ID;;1072;Halfmoon Minerals Oy',
      '(1072) may have changed since this entity was created',
    ],
    [
      'a row with another name',
      'created;;ID;;1072;Halfmoon Minerals Oyj',
      '(1072) has the name "Halfmoon Minerals Oyj", and this entity is screened as "Halfmoon Minerals Oy".',
    ],
    [
      'a row that a person has decided',
      'in_doubt;;ID;same;1072;Halfmoon Metals Oy',
      '(1072) has the name "Halfmoon Metals Oy", and this entity is screened as',
    ],
  ])('of %s may have another entity: hits and the page of report say so', async (_, row, sentence) => {
    const { environment, id } = await startWithNumbers()
    const lines = ['outcome;reason;entity_ids;decision;Customer no;name', row.replace('ID', id), '']
    await writeFile('december.csv', lines.join('\n'))
    const number = ['--reference', 'december.csv', '--number-column', 'Customer no', '--number', '1072']
    const doubt = `december.csv: line 2 ${sentence}`
    const hits = await command.run(['hits', ...number, '--json'], environment)
    expect(hits).toMatchObject({ status: 3, stderr: expect.stringContaining(doubt) })
    const report = await command.run(
      ['report', ...number, '--html', 'page.html', '--note', 'Case 7', '--replace'],
      environment,
    )
    expect(report).toMatchObject({ status: 3, stderr: expect.stringContaining(`warning: ${id}: ${doubt}`) })
    const page = (await readFile('page.html', 'utf8')).replaceAll('&quot;', '"')
    expect(page).toContain(`Case 7\nWarning: ${doubt}`)
  })

  it.each([
    ['name;Vorname', 'Hofer;Josef', 'Josef Hofer'],
    ['name;first name;last name', 'Josef Hofer;Josef;Hofer', 'Josef Hofer'],
    ['name;first name', 'Josef Hofer;Josef', 'Josef Hofer'],
    ['last name;first name', 'Hofer;Josef', 'Josef Hofer'],
  ])('has another name in the columns %s (%s): the full name is shown', async (columns, cells, name) => {
    const { environment, id } = await startWithNumbers()
    await writeFile('other.csv', `outcome;entity_ids;Customer no;${columns}\ncreated;${id};1072;${cells}\n`)
    const line = ['hits', '--reference', 'other.csv', '--number-column', 'Customer no', '--number', '1072']
    expect((await command.run(line, environment)).stderr).toContain(
      `(1072) has the name "${name}", and this entity is screened as "Halfmoon Minerals Oy".`,
    )
  })

  it.each([
    ['name', '"Minerals Oy, HALFMOON"'],
    ['Firma', 'Halfmoon Minerals Oy'],
    ['last name;first name', 'Minerals Oy;Halfmoon'],
    ['name;Vorname', 'Minerals Oy;Halfmoon'],
    ['name;last name;first name', 'Halfmoon Minerals Oy;Minerals Oy;H.'],
    ['NAME1;NAME2', 'Halfmoon Minerals;Oy'],
    ['Account', 'Quiet Harbour Ltd'],
  ])('has the name that the columns %s can give', async (columns, cells) => {
    const { environment, id } = await startWithNumbers()
    await writeFile('names.csv', `outcome;entity_ids;Customer no;${columns}\ncreated;${id};1072;${cells}\n`)
    const number = ['--reference', 'names.csv', '--number-column', 'Customer no', '--number', '1072']
    const { stderr } = await command.run(['network', ...number], environment)
    expect(stderr).toBe(`1072 is Halfmoon Minerals Oy, ${id}\n`)
  })

  it('names the file whose entity the team lacks', async () => {
    const { environment, server } = await startWithNumbers()
    await writeFile('customers.csv', 'entity_ids;Customer no\ngone-1;1072\n')
    server.reset()
    const { status, stderr } = await command.run(['network', ...flags, '--number', '1072'], environment)
    expect(status).toBe(1)
    expect(stderr).toContain('The team has no entity gone-1, which customers.csv has for 1072. Check the key')
    const missing = await command.run(['network', '66f2c91be04d7a53c8150f3e'], environment)
    expect(missing.stderr).toContain('The team has no entity with this ID. Check the ID and the key\n')
  })

  it.each([
    ['9999', 'customers.csv has no row with Customer no 9999'],
    ['107', 'customers.csv has no row with Customer no 107\n'],
    ['01072', 'customers.csv has no row with Customer no 01072 (did you mean 1072?)\n'],
    [
      '1073',
      'customers.csv: line 3 (1073) may have the entity of another row, because it is in doubt: give the ID',
    ],
    ['1075', 'customers.csv: 1075 is on line 5, without an ID'],
    ['1076', 'customers.csv: 1076 is on line 6, with the IDs ID, 66f2c91be04d7a53c8150f3e: give one'],
    ['1077', 'customers.csv: 1077 is on lines 7 and 8, with the IDs ID, 66f2c91be04d7a53c8150f3e'],
  ])('%s is refused without one certain ID', async (number, sentence) => {
    const { environment, id } = await startWithNumbers()
    const outcome = await command.run(['exposure', ...flags, '--number', number], environment)
    expect(outcome).toMatchObject({ status: 2, stdout: '' })
    expect(outcome.stderr).toContain(sentence.replace('ID, ', `${id}, `))
  })

  it('is never tried as an ID or a name', async () => {
    const { environment, id } = await startWithNumbers()
    // The file says that this number has another ID, which is not that of an entity.
    const { status, stderr } = await command.run(['network', ...flags, '--number', id], environment)
    expect(status).toBe(1)
    expect(stderr).toContain('[not_found]')
    expect(stderr).not.toContain('No entity has this ID or exact name')
  })

  it.each<[string[], string]>([
    [['network', 'a', ...flags, '--number', '1072'], 'network expects one ID or name, or --number'],
    [['network', ...flags], 'network expects one ID or name, or --number'],
    [['report', 'a', '--reference', 'customers.csv'], '--reference needs --number and --number-column'],
    [['network', '--number', '1072'], '--number needs --reference FILE and --number-column'],
    [['network', 'a', '--number-column', 'no'], '--number-column needs --number'],
    [
      ['network', '--reference', 'customers.csv', '--number-column', 'No', '--number', '1'],
      'has no column "No"',
    ],
    [['hits', '--all', ...flags, '--number', '1072'], 'hits expects one ID or name, --number, or --all'],
  ])('is refused with %j', async (line, sentence) => {
    const { environment } = await startWithNumbers()
    const outcome = await command.run(line, environment)
    expect(outcome).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(sentence) })
  })
})

import { describe, expect, it } from 'vitest'
import { readItem, refuseCompany, refuseLastName } from './read-item.ts'

describe('a name with more than a name', () => {
  it.each([
    ['Halfmoon Ltd t/a Moonlight Cafe', 'more than one name'],
    ['HALFMOON LTD T/A MOONLIGHT', 'more than one name'],
    ['Halfmoon Oy, formerly Crescent Oy', 'more than one name'],
    ['Halfmoon Oy (formerly Crescent Oy)', 'more than one name'],
    ['Halfmoon Oy fka Crescent Oy', 'more than one name'],
    ['Halfmoon Oy F.K.A. Crescent Oy', 'more than one name'],
    ['Halfmoon Oy f/k/a Crescent Oy', 'more than one name'],
    ['Halfmoon Oy a.k.a. Crescent', 'more than one name'],
    ['Halfmoon Oy [a/k/a Crescent]', 'more than one name'],
    ['Halfmoon Oy aka Crescent', 'more than one name'],
    ['Halfmoon LLC d/b/a Crescent', 'more than one name'],
    ['HALFMOON LLC D/B/A CRESCENT', 'more than one name'],
    ['Halfmoon LLC d.b.a. Crescent', 'more than one name'],
    ['Halfmoon LLC dba Crescent', 'more than one name'],
    ['Halfmoon LLC, doing business as Crescent', 'more than one name'],
    ['Halfmoon Ltd trading as Crescent', 'more than one name'],
    ['Halfmoon Ltd (also known as Crescent)', 'more than one name'],
    ['Halfmoon DO NOT USE Oy', 'a note'],
    ['Halfmoon Oy - DO NOT USE', 'a note'],
    ['DO NOT USE - Halfmoon Oy', 'a note'],
    ['Halfmoon Oy – BLOCKED!', 'a note'],
    ['** BLOCKED ** - Halfmoon Oy', 'a note'],
    ['Halfmoon Oy (BLOCKED)', 'a note'],
    ['[DO NOT USE] Halfmoon Oy', 'a note'],
    ['Halfmoon Oy, c/o Edda Thaler', 'an address'],
    ['Halfmoon Oy\nc/o Edda Thaler', 'an address'],
    ['Halfmoon Oy (c/o Thaler)', 'an address'],
    ['Halfmoon Minerals Oy; Crescent Shipping Ltd', 'several names'],
  ])('is refused, with what would be accepted: %s', async (name, reason) => {
    expect(await refuseCompany(name)).toContain(reason)
    expect(await refuseCompany(name)).toMatch(/: write /)
  })

  it.each(['Edda (Ivo)', 'Thaler [Reuss]', 'Thaler（Reuss）', 'Thaler {2}', '(deceased) Reuss'])(
    'is refused in any column of a person because of brackets: %s',
    async name => {
      expect(await refuseLastName(name)).toContain('brackets')
      const person = { type: 'person', firstName: 'Edda', lastName: 'Thaler', country: 'DE' }
      for (const column of ['firstName', 'middleName', 'patronymic', 'secondLastName', 'suffix'])
        expect((await readItem({ ...person, [column]: name })).reasons[column]).toContain('brackets')
    },
  )

  it.each([
    'a.k.a. Brands Holding Corp.',
    'C/O Berlin Foundation',
    'Formerly Known Ltd',
    'AKA Bank AG',
    'Deutsche AKA Bank',
    'Oracle DBA Services Ltd',
    'DBA Flight AG',
    'Thaler-dba Oy',
    'Day Trading Association',
    'Rosa Taka Oy',
    'Blocked Drains Ltd',
    'Unblocked Rivers BV',
    'BLOCKED DRAINS LTD',
    'Halfmoon (publ)',
    'Halfmoon (Holdings) Ltd',
    'Halfmoon (Cayman) Ltd',
    '[sanctioned] Halfmoon Works Ltd',
    'Halfmoon; Reuss',
    'Halfmoon Oy;Crescent Oy',
    'R&D; Co',
    'CT/AB Oy',
    'Halfmoon c/o',
  ])('is none of a company such as %s', async name => {
    expect(await refuseCompany(name)).toBeUndefined()
  })

  it.each(['[pep] Thaler', '[two-26-percent] Thaler', '[error-400] Thaler'])(
    'is none of a person with the prefix of a scenario: %s',
    async name => {
      expect(await refuseLastName(name)).toBeUndefined()
    },
  )
})

import { describe, expect, it } from 'vitest'
import { readItem, refuseCompany, refuseLastName } from './read-item.ts'

describe('letters that a name has lost', () => {
  it.each([
    ['Th?ler', 'a question mark'],
    ['Thaler ?? Reuss', 'a question mark'],
    ['Th¿ler', 'a question mark'],
    ['Th□ler', 'a question mark'],
    ['Th\ufffdler', 'U+FFFD'],
    ['Th\\u00e4ler', 'an escape'],
    ['Th_x00E4_ler', 'an escape'],
    ['Th&auml;ler', 'an HTML entity'],
    ['<b>Thaler</b>', 'an HTML tag'],
    ['Thaler<br/>Reuss', 'an HTML tag'],
    ['Thaler <edda@thaler.example>', 'in angle brackets'],
    ['Th%C3%A4ler', 'an escape'],
    ['th%c3%a4ler', 'an escape'],
    ['Th=C3=A4ler', 'an escape'],
    ['%E5%B1%B1%E7%94%B0', 'an escape'],
    ['Thaler%20Reuss', 'an escape'],
    ['ThÃ¤ler', 'Latin-1'],
  ])('refuse a company and a person: %s', async (name, reason) => {
    expect(await refuseCompany(`${name} Ltd`)).toContain(reason)
    expect(await refuseLastName(name)).toContain(reason)
    const parts = { firstName: 'Edda', lastName: 'Thaler', country: 'DE' }
    for (const part of ['middleName', 'patronymic', 'secondLastName', 'suffix', 'name'])
      expect((await readItem({ type: 'person', ...parts, [part]: name })).reasons[part]).toBeDefined()
  })

  it.each(['?mit', 'Andr?', '¿mit', 'Andr□', 'Thaler ?'])(
    'refuse a person at either end of a word: %s',
    async name => {
      expect(await refuseLastName(name)).toContain('a question mark')
    },
  )

  it.each([
    'Where? Ltd',
    '?What If! Holdings Ltd',
    '¿Por Qué No? SL',
    'A=BC Ltd',
    '100%DE Oyj',
    '20%20 Vision Ltd',
    'Zwei %C3 GmbH',
    'E=MC2 =E5=B1 Labs',
    'C:\\users Ltd',
    '_x00 Games',
    'AT&T',
    'R&D; Co',
    'São Tomé Cacau',
    '□ Studio',
  ])('are none in the name of a company such as %s', async name => {
    expect(await refuseCompany(name)).toBeUndefined()
  })
})

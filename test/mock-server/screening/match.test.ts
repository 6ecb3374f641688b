import { describe, expect, it } from 'vitest'
import { findMatch, type Subject, searchParties } from '../../../mock-server/screening/matching/match.ts'
import { getUniverse } from '../../../mock-server/screening/universe/index.ts'

const { parties: universeParties } = getUniverse()

function found(subject: Omit<Subject, 'type'> & Partial<Subject>): string | undefined {
  return findMatch({ type: 'organization', ...subject })?.party.key
}

const person = { type: 'person', name: 'Dragomir Vosskov' } as const

describe('screening for a name', () => {
  it.each(universeParties)('finds $name by all that is known of it', party => {
    expect(findMatch(party)?.party.key).toBe(party.key)
  })

  it.each([
    'Tideglass Logistics GmbH',
    'Tideglass Logistics',
    'TIDEGLASS LOGISTICS GMBH',
    'tideglass-logistics',
    'Tideglass Logistics G.m.b.H.',
    'Tideglass Logistics Ltd',
    'Tîdéglàss Lögistics',
    'Logistics Tideglass',
    'Tideglass  Logistics, GmbH.',
  ])('takes %j for Tideglass Logistics GmbH', name => {
    expect(found({ name })).toBe('tideglass')
  })

  it.each([
    ['Halfmoon Minerals OY', 'halfmoon'],
    ['Saltmarsh Shipping SA', 'saltmarsh'],
    ['Twinspire Chemicals SpA', 'twinspire'],
    ['Old Foundry Castings', 'old-foundry'],
    ['Sparrowgate Software Pvt. Ltd.', 'sparrowgate'],
    ['Haneul Paper Mills', 'haneul'],
    ['Krasnaya Nakovalnya', 'crimson-anvil'],
  ])('takes %j for %s', (name, key) => {
    expect(found({ name })).toBe(key)
  })

  it.each([
    ['Ingrid Solheim Fjord', 'solheim'],
    ['Solheim-Fjord, Ingrid', 'solheim'],
    ['Octave DE MONTCLAIR LYS', 'montclair'],
    ['Aurelio Ketteridge', 'ketteridge'],
    ['Dragomir Voskov', 'voss'],
    ['D. Vosskov', 'voss'],
  ])('takes the person %j for %s', (name, key) => {
    expect(found({ type: 'person', name })).toBe(key)
  })

  it.each([
    'Holding',
    'Logistics',
    'GmbH',
    'Ltd',
    'S.A.',
    'The Company',
    'Energy plc',
    'Trading FZE',
    'International Holding Group',
    'Minerals Oy',
    'Paper Mills Co., Ltd.',
    'Tideglass',
    'Old Castings Foundry Holding Group',
    'A',
    '-',
    '株式会社',
    '__proto__',
    'constructor',
    ' ',
    'a '.repeat(500),
  ])('takes %j for nobody', name => {
    expect(found({ name })).toBeUndefined()
  })

  it.each(['Dragomir', 'Vosskov', 'E. Vosskov', 'Ingrid Fjord', 'Maria Ivanova', 'John Smith'])(
    'takes the person %j for nobody',
    name => {
      expect(found({ type: 'person', name })).toBeUndefined()
    },
  )

  it('never takes a person for an organization, nor the other way round', () => {
    expect(found({ type: 'organization', name: 'Dragomir Vosskov' })).toBeUndefined()
    expect(found({ type: 'person', name: 'Tideglass Logistics GmbH' })).toBeUndefined()
  })

  // A comparison that grows with the square of a name would outlast the test's time limit.
  it.each(['tideglass ', 'a', 'a.', 'vosskov-', '\u0301', 'ﷺ'])(
    'comes to an end with a name of 20,000 times %j',
    piece => {
      expect(found({ name: piece.repeat(20_000) })).toBeUndefined()
    },
  )
})

describe('a name as people write it', () => {
  it.each([
    ['person', 'Dr. Dragomir Vosskov', 'voss'],
    ['person', 'Herr Dipl.-Ing. Casimir Hartogsveld', 'hartog'],
    ['person', 'Горланович-Дым, Панкратий', 'gorlanov'],
    ['organization', 'ΓΑΛΑΝΟΘΟΣ ΜΑΡΜΑΡΑ', 'galanothos'],
    ['organization', 'The Tideglass Logistics', 'tideglass'],
    ['organization', 'Moebius Links Aktiengesellschaft', 'moebius-left'],
    ['organization', 'Marrowbobbin Ceramics Limited Liability Company', 'group-11-company-1'],
  ] as const)('takes the %s %j for %s', (type, name, key) => {
    expect(found({ type, name })).toBe(key)
  })

  it.each([
    ['organization', 'Tideglas Logistics GmbH'],
    ['organization', 'Tideglass Logistics Hamburg GmbH'],
    ['organization', 'Tideglass'],
    ['person', 'Dragomir Vosskof'],
    ['person', 'Dragomir Ivanovich Vosskov'],
    ['person', 'Dragomir I. Vosskov'],
    ['person', 'Драгомир Восков'],
  ] as const)('takes the %s %j for nobody: a word or a letter differs', (type, name) => {
    expect(found({ type, name })).toBeUndefined()
  })
})

describe('the birth date', () => {
  it('tells namesakes apart', () => {
    expect(found({ ...person, birthDate: '1958-03-12' })).toBe('voss')
    expect(found({ ...person, birthDate: '1990-06-30' })).toBe('voss-younger')
  })

  it('rules out everybody who has another', () => {
    expect(found({ ...person, birthDate: '1958-03-13' })).toBeUndefined()
  })

  it('is no mismatch where it is not known', () => {
    expect(found({ ...person, countryCode: 'RU' })).toBe('voss')
    expect(found({ ...person, birthDate: null, countryCode: 'BG' })).toBe('voss-younger')
  })
})

describe('the country', () => {
  it('lowers the score where it differs, and is no mismatch where it is not known', () => {
    const score = (countryCode?: string) =>
      findMatch({ type: 'organization', name: 'Tideglass Logistics', countryCode })?.score
    expect([score(), score('DE'), score('FR')]).toEqual([0.99, 0.99, 0.89])
  })

  it('does not rule out a name that is the same', () => {
    expect(found({ name: 'Tideglass Logistics GmbH', countryCode: 'FR' })).toBe('tideglass')
  })

  it('decides between namesakes', () => {
    expect(found({ ...person, countryCode: 'BG' })).toBe('voss-younger')
  })
})

describe('an identifier', () => {
  it.each(['HRB 900117', 'hrb 900117', 'HRB-900117', ' HRB  900117 '])(
    'decides however it is spelled: %j',
    registration => {
      expect(found({ name: 'Something Else Entirely', registration })).toBe('tideglass')
    },
  )

  it.each([
    ['HRB900117', 'tideglass'],
    ['5590011701', 'larkspur'],
    ['CHE900117001', 'moebius-left'],
  ])('decides without its spaces and signs: %j', (registration, key) => {
    expect(found({ name: 'Something Else Entirely', registration })).toBe(key)
  })

  it('decides for persons', () => {
    expect(found({ type: 'person', name: 'Somebody Else', nationalId: 'zx 900117' })).toBe('voss')
  })

  it('decides against the birth date and the country', () => {
    const subject = { ...person, birthDate: '1990-06-30', countryCode: 'BG', nationalId: 'ZX-900117' }
    expect(found(subject)).toBe('voss')
  })

  it('decides against a name that is exactly that of somebody else', () => {
    const subject = { name: 'Anvil Bridge Trading FZE', registration: 'HRB 900117' }
    expect(found(subject)).toBe('tideglass')
    expect(searchParties({ type: 'organization', ...subject })[0]?.key).toBe('tideglass')
  })

  it.each(['-', '', ' ', '0', '900117', 'HRB'])('decides nothing as %j', registration => {
    expect(found({ name: 'Something Else Entirely', registration })).toBeUndefined()
  })
})

describe('searching for a name', () => {
  function names(name: string, type: Subject['type'] = 'organization') {
    return searchParties({ type, name }).map(party => party.name)
  }

  it('finds what a part of a name fits', () => {
    expect(names('Tideglass').toSorted()).toEqual(['Tideglass Holding B.V.', 'Tideglass Logistics GmbH'])
    expect(names('Vosskov', 'person')).toEqual(['Dragomir Vosskov', 'Dragomir Vosskov'])
  })

  it('finds only what has all of its words', () => {
    expect(names('Petrel South Limited')).toEqual(['Petrel South Limited'])
    expect(names('Rechts Moebius')).toEqual(['Moebius Rechts AG'])
    expect(names('Tideglass Balloons')).toEqual([])
    expect(names('Tideglas')).toEqual([])
  })

  it('takes no notice of titles, accents and legal forms', () => {
    expect(names('Dr. Vôsskov', 'person')).toEqual(['Dragomir Vosskov', 'Dragomir Vosskov'])
    expect(names('The Tîdeglass Logistics plc')).toEqual(['Tideglass Logistics GmbH'])
  })

  it.each(['!?', '-', '。'])('finds nothing by the signs %j', name => {
    expect(names(name)).toEqual([])
  })
})

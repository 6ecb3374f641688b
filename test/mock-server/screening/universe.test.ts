import { describe, expect, it } from 'vitest'
import { getUniverse } from '../../../mock-server/screening/universe/index.ts'
import { relationTypes } from '../../../src/contract/values.ts'
import { isCountryCode } from '../../../src/shared/countries/codes.ts'
import { isCalendarDate } from '../../../src/shared/time.ts'

const { parties: universeParties, links: universeLinks } = getUniverse()

const byKey = new Map(universeParties.map(party => [party.key, party]))
const shareholdings = universeLinks.filter(({ type }) => type === 'ShareholdingRelationship')
const owned = [...new Set(shareholdings.map(({ target }) => target))]

describe('the parties of the universe', () => {
  it('are some hundreds, of many countries', () => {
    expect(universeParties.length).toBeGreaterThanOrEqual(300)
    expect(universeParties.filter(({ type }) => type === 'person').length).toBeGreaterThan(100)
    expect(new Set(universeParties.map(({ countryCode }) => countryCode)).size).toBeGreaterThan(50)
  })

  it('are born on a day, in a month or in a year: not more is known of some', () => {
    const lengths = universeParties.flatMap(({ birthDate }) => birthDate?.length ?? [])
    expect(new Set(lengths)).toEqual(new Set([4, 7, 10]))
  })

  it('have keys of their own', () => {
    expect(byKey.size).toBe(universeParties.length)
  })

  it('have identifiers of their own', () => {
    const identifiers = universeParties.flatMap(
      ({ registration, nationalId }) => registration ?? nationalId ?? [],
    )
    expect(new Set(identifiers).size).toBe(identifiers.length)
  })

  it('share a name only where the birth dates differ', () => {
    const marks = universeParties.map(({ type, name, birthDate = '' }) => `${type} ${name} ${birthDate}`)
    expect(new Set(marks).size).toBe(universeParties.length)
  })

  it.each(universeParties)(
    'have a country and dates that exist: $name',
    ({ countryCode, birthDate, type }) => {
      expect(isCountryCode(countryCode)).toBe(true)
      if (birthDate === undefined) return
      expect(type).toBe('person')
      const [year, month = '01', day = '01'] = birthDate.split('-')
      expect(isCalendarDate(`${year}-${month}-${day}`)).toBe(true)
    },
  )

  it('say of every hit that it is fictional', () => {
    for (const { name, sanctions, pep, adverseMedia } of universeParties) {
      for (const hit of [sanctions, pep, adverseMedia]) {
        if (hit !== undefined) expect(hit, name).toMatch(/fictional/i)
      }
    }
  })

  it('hold each kind of hit, and many without', () => {
    expect(universeParties.filter(({ sanctions }) => sanctions).length).toBeGreaterThan(1)
    expect(universeParties.filter(({ pep }) => pep).length).toBeGreaterThan(1)
    expect(universeParties.filter(({ adverseMedia }) => adverseMedia).length).toBeGreaterThan(1)
    const clean = universeParties.filter(
      ({ sanctions, pep, adverseMedia }) => !sanctions && !pep && !adverseMedia,
    )
    expect(clean.length).toBeGreaterThan(10)
  })
})

describe('the links of the universe', () => {
  it.each(universeLinks)('join parties that exist: $source $type $target', ({ source, target }) => {
    expect(byKey.get(source)).toBeDefined()
    expect(byKey.get(target)).toBeDefined()
    expect(source).not.toBe(target)
  })

  it('are all different', () => {
    const marks = universeLinks.map(({ source, target, type, position }) =>
      [source, type, target, position].join(' '),
    )
    expect(new Set(marks).size).toBe(universeLinks.length)
  })

  it('tell of roles that are held and of roles that are over, of every kind', () => {
    const roles = universeLinks.filter(({ type }) => type === 'RoleRelationship')
    expect(new Set(roles.map(({ roleType }) => roleType))).toEqual(
      new Set(['executive', 'board_member', 'advisor']),
    )
    expect(new Set(roles.map(({ former }) => former))).toEqual(new Set([true, false]))
  })

  it.each(relationTypes)('include the type %s', type => {
    expect(universeLinks.map(link => link.type)).toContain(type)
  })

  it.each(owned)('give all of %s to its shareholders', company => {
    const shares = shareholdings.filter(({ target }) => target === company).map(({ share = 0 }) => share)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10)
    for (const share of shares) expect(share).toBeGreaterThan(0)
  })

  it('let nobody hold shares of a person', () => {
    for (const company of owned) expect(byKey.get(company)?.type).toBe('organization')
  })

  it('let only persons have roles', () => {
    for (const { source, type } of universeLinks) {
      if (type === 'RoleRelationship') expect(byKey.get(source)?.type).toBe('person')
    }
  })

  it('give every role its title and kind, and nothing else any', () => {
    for (const { type, position, roleType } of universeLinks) {
      const isRole = type === 'RoleRelationship'
      expect([position !== undefined, roleType !== undefined]).toEqual([isRole, isRole])
    }
  })
})

import { describe, expect, it } from 'vitest'
import { findMatch, matchReasons, type Subject } from '../../../mock-server/screening/matching/match.ts'
import { create, createWire, success } from '../wire.ts'

function evidence(subject: Omit<Subject, 'type'> & Partial<Subject>) {
  const match = findMatch({ type: 'person', ...subject })
  return match && { party: match.party.key, score: match.score, reasons: match.reasons }
}

const voss = { name: 'Dragomir Vosskov' }
const estimated = { name: 'Pankratiy Gorlanovich-Dym' }

describe('a match says how sure it is, and why', () => {
  it.each<[Omit<Subject, 'type'>, number, string[]]>([
    [{ ...voss, countryCode: 'RU' }, 0.99, ['name', 'country']],
    [{ ...voss, birthDate: '1958-03-12' }, 0.99, ['name', 'birth_date']],
    [
      { ...voss, birthDate: '1958-03-12', countryCode: 'FR' },
      0.89,
      ['name', 'birth_date', 'country_differs'],
    ],
    [{ ...voss, countryCode: 'FR', nationality: 'RU' }, 0.99, ['name', 'country']],
    [{ name: 'D. Vosskov' }, 0.99, ['alternative_name']],
    [{ ...voss, nationalId: 'zx 900117' }, 1, ['national_id', 'name']],
    [
      { name: 'Somebody Else', nationalId: 'ZX-900117', birthDate: '1960-01-01', countryCode: 'FR' },
      1,
      ['national_id', 'name_differs', 'birth_date_differs', 'country_differs'],
    ],
    [{ ...estimated, birthDate: '1955-07-01' }, 0.99, ['name', 'partial_birth_date']],
    [{ name: 'Панкратий Горланович-Дым' }, 0.99, ['alternative_name']],
    [{ name: 'تميم الباروني زهر' }, 0.99, ['alternative_name']],
  ])('%j', (subject, score, reasons) => {
    expect(evidence(subject)).toMatchObject({ score, reasons })
  })

  it('by a registration', () => {
    const subject = {
      type: 'organization',
      name: 'Tideglass Logistics GmbH',
      registration: 'hrb900117',
    } as const
    expect(evidence(subject)).toEqual({ party: 'tideglass', score: 1, reasons: ['registration', 'name'] })
  })
})

describe('a birth date that is known in part', () => {
  it('fits every day of its year, or of its month', () => {
    expect(evidence({ ...estimated, birthDate: '1955-12-31' })?.party).toBe('gorlanov')
    const szarvady = { name: 'Bertalan Szarvadyné-Kökény' }
    expect(evidence({ ...szarvady, birthDate: '1959-10-31' })?.reasons).toContain('partial_birth_date')
    expect(evidence({ ...szarvady, birthDate: '1959-11-01' })).toBeUndefined()
  })

  it('rules out those who were born in another year', () => {
    expect(evidence({ ...estimated, birthDate: '1956-01-01' })).toBeUndefined()
    expect(evidence({ ...estimated, birthDate: '1990-01-01' })).toBeUndefined()
  })

  it('decides between namesakes where a full one cannot', () => {
    const abernquist = { name: 'Cornelius Abernquist' }
    expect(evidence({ ...abernquist, birthDate: '1963-04-11' })?.party).toBe('abernquist')
    expect(evidence({ ...abernquist, birthDate: '1941-09-09' })?.party).toBe('abernquist-sheriff')
    expect(evidence({ ...abernquist, birthDate: '1992-08-25' })?.party).toBe('abernquist-youngest')
    expect(evidence({ ...abernquist, birthDate: '1975-01-01' })).toBeUndefined()
  })
})

describe('in a network', () => {
  async function screened(fields: Record<string, unknown>) {
    const wire = createWire()
    const { id } = await create(wire, fields)
    wire.server.clock.settle()
    const { nodes } = success('getNetwork', await wire.get(`/v1/entities/${id}/network`)).data
    return { root: nodes[id], others: Object.values(nodes).filter(node => node.id !== id) }
  }

  it("the root's entries carry their match", async () => {
    const { root } = await screened({ type: 'person', ...voss, birthDate: '1958-03-12', countryCode: 'RU' })
    const match = { score: 0.99, reasons: ['name', 'birth_date', 'country'] }
    expect(root?.sanctions).toEqual([expect.objectContaining({ match })])
  })

  it('entries about PEP and adverse media do, too', async () => {
    const { root } = await screened({ type: 'person', name: 'Octave de Montclair-Lys' })
    const match = { score: 0.99, reasons: ['name'] }
    expect(root?.pep).toEqual([expect.objectContaining({ match })])
    expect(root?.adverse_media).toEqual([expect.objectContaining({ match })])
  })

  it('nobody else is matched: they are there because of their relations', async () => {
    const { others } = await screened({ name: 'Halfmoon Minerals Oy' })
    const sanctioned = others.filter(({ sanctions }) => sanctions?.length)
    expect(sanctioned.length).toBeGreaterThan(0)
    expect(JSON.stringify(sanctioned)).not.toContain('"match"')
  })

  it('a birth date that is known in part is not shown: the field is a day', async () => {
    const { root } = await screened({ type: 'person', ...estimated })
    expect(root).not.toHaveProperty('birth_date')
  })
})

it('there is no reason twice', () => {
  expect(new Set(matchReasons).size).toBe(matchReasons.length)
})

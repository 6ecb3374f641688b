import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { InputValidationError } from 'entity-screening-sdk'
import { type Hit, listHits, volatileFields } from 'entity-screening-sdk/network'
import { DecisionRefusedError, type Decisions, openDecisions } from 'entity-screening-sdk/portfolio'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readNetwork } from '../../reading/reading.ts'
import { repetitions } from '../../repetitions.ts'
import { memoryStore, type OpenStore, openFile, stores } from '../journal/stores.ts'

const [ada, bo] = ['ada@example.com', 'bo@example.com']
const party = { id: 'n1', name: 'Kim Doe', birth_date: '1990-01-02', country_code: 'DE' }
const listed = { name: 'KIM DOE', program: 'Fictional Programme', listed_on: '2020-01-02', score: 0.9 }

async function hitsIn(entry: object = listed, fields: object = {}): Promise<Hit[]> {
  const node = { ...party, sanctions: [entry], ...fields }
  const { network } = await readNetwork({ nodes: { a: node }, relations: [] })
  return listHits(network, { entity: 'e1' })
}

async function hitIn(entry: object = listed, fields: object = {}): Promise<Hit> {
  const [hit] = await hitsIn(entry, fields)
  if (hit === undefined) throw new Error('no hit')
  return hit
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const draft = {
  verdict: 'false_positive',
  reason: 'Another birth date',
  by: ada,
  until: '2026-12-31',
} as const

async function decide(decisions: Decisions, hit: Hit): Promise<string> {
  const { id } = await decisions.propose({ ...draft, hit })
  await decisions.approve({ hit, proposal: id, by: bo })
  return id
}

async function stateOf(decisions: Decisions, hits: readonly Hit[]) {
  return (await decisions.review(hits)).map(({ state, reasons }) => [state, ...reasons])
}

describe.each(stores)('decisions in %s', (_, open) => {
  let opened: OpenStore
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.remove())

  it('a hit is open, proposed, decided, and open again once the decision is withdrawn', {
    tags: 'long',
  }, async () => {
    const hit = await hitIn()
    const decisions = openDecisions(opened.store)
    expect(await stateOf(decisions, [hit])).toEqual([['open']])
    const { id } = await decisions.propose({ ...draft, hit })
    expect(await stateOf(decisions, [hit])).toEqual([['proposed']])
    await decisions.approve({ hit, proposal: id, by: bo })
    // Another process sees the same.
    const [review] = await openDecisions(opened.another()).review([hit])
    expect(review).toMatchObject({
      state: 'decided',
      decision: { verdict: 'false_positive', by: ada, approvedBy: bo },
    })
    await decisions.withdraw({ key: hit.key, by: bo, reason: 'A new document' })
    expect(await stateOf(decisions, [hit])).toEqual([['reopened', 'withdrawn']])
    expect((await decisions.history(hit.key)).map(({ action, by }) => [action, by])).toEqual([
      ['propose', ada],
      ['approve', bo],
      ['withdraw', bo],
    ])
    expect(await decisions.verify()).toMatchObject({ isValid: true, entries: 3, problem: null })
  })

  it('of two processes that decide at once one wins, and the other is told what stands', {
    tags: 'long',
  }, async () => {
    const hit = await hitIn()
    const both = [openDecisions(opened.store), openDecisions(opened.another())]
    const proposed = await Promise.allSettled(both.map(each => each.propose({ ...draft, hit })))
    expect(proposed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = proposed.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))[0]
    expect(refused).toBeInstanceOf(DecisionRefusedError)
    expect(refused.standing.proposal).toMatchObject({ by: ada, verdict: 'false_positive' })
    const proposal = refused.standing.proposal.id
    const approved = await Promise.allSettled(both.map(each => each.approve({ hit, proposal, by: bo })))
    expect(approved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await both[0]?.export())?.length).toBe(2)
  })

  it('what is erased is gone, and the chain still holds', async () => {
    const hit = await hitIn()
    const decisions = openDecisions(opened.store)
    await decide(decisions, hit)
    const head = (await decisions.head()) ?? ''
    await decisions.erase({ key: hit.key, by: bo, reason: 'Asked for by the person' })
    const { lines } = (await opened.store.inspect('decisions')) ?? { lines: [] }
    for (const secret of ['kim', 'doe', 'birth', 'fictional', '1990-01'])
      expect(lines.join('\n').toLowerCase()).not.toContain(secret)
    expect(await decisions.verify({ head })).toEqual({
      isValid: true,
      entries: 3,
      head: await decisions.head(),
      problem: null,
    })
    expect(await stateOf(decisions, [hit])).toEqual([['open']])
    await decide(decisions, hit)
    expect(await stateOf(decisions, [hit])).toEqual([['decided']])
  })
})

it('what is erased is in no file any more', { tags: 'long' }, async () => {
  const { store, place, remove } = await openFile()
  const [, file = ''] = place
  const decisions = openDecisions(store)
  const hits = await Promise.all(
    Array.from({ length: 8 }, (_, at) => hitIn({ ...listed, program: `Programme ${at}` })),
  )
  for (const hit of hits)
    await decisions.propose({ ...draft, hit, reason: `Marker ${'about Kim '.repeat(500)}` })
  for (const { key } of hits) await decisions.erase({ key, by: bo, reason: 'Asked for by the person' })
  const files = [file, `${file}-wal`, `${file}-shm`, `${file}-journal`].filter(existsSync)
  for (const each of files) expect((await readFile(each)).toString('latin1')).not.toMatch(/marker|kim|birth/i)
  await remove()
})

it('a file whose lines have a gap is neither verified nor written to', { tags: 'long' }, async () => {
  const { store, place, remove } = await openFile()
  const [, file = ''] = place
  const decisions = openDecisions(store)
  const hit = await hitIn()
  await decide(decisions, hit)
  const database = new DatabaseSync(file)
  database.exec('update journal_lines set position = 30 where position = 2')
  database.close()
  expect(await decisions.verify()).toMatchObject({
    isValid: false,
    problem: expect.stringContaining('has lost its line 2'),
  })
  await expect(decisions.withdraw({ key: hit.key, by: bo, reason: 'A gap' })).rejects.toThrow(
    /lost its line 2/,
  )
  await remove()
})

describe('a decision', () => {
  it.each([' ADA@example.com', 'ada\u200b@example.com', 'ａda@example.com', 'ada\u00ad@example.com\u2060'])(
    'is not approved by the same person as %j',
    async by => {
      const hit = await hitIn()
      const decisions = openDecisions(memoryStore())
      const { id: proposal } = await decisions.propose({ ...draft, hit })
      await expect(decisions.approve({ hit, proposal, by })).rejects.toThrow(/somebody else must approve/)
    },
  )

  it('keeps the name of the party as written, if the hit has it', async () => {
    const decisions = openDecisions(memoryStore())
    const { party, ...unnamed } = await hitIn()
    const { details } = await decisions.propose({ ...draft, hit: { ...unnamed, party } })
    expect(details?.partyName).toBe('Kim Doe')
    expect((await decisions.review([{ ...unnamed, party }]))[0]?.proposal?.partyName).toBe('Kim Doe')
    const others = openDecisions(memoryStore())
    expect((await others.propose({ ...draft, hit: unnamed })).details?.partyName).toBeNull()
  })

  it('is approved by somebody else, unless one person is enough', async () => {
    const hit = await hitIn()
    const journal = memoryStore()
    const decisions = openDecisions(journal)
    const { id: proposal } = await decisions.propose({ ...draft, hit })
    const again = { hit, proposal, by: ' ADA@example.com' }
    await expect(decisions.approve(again)).rejects.toThrow(/somebody else must approve/)
    const one = openDecisions(journal, { fourEyes: false })
    await one.approve(again)
    expect(await stateOf(one, [hit])).toEqual([['decided']])
    expect(await stateOf(openDecisions(journal), [hit])).toEqual([['reopened', 'same_person']])
  })

  it('is not approved of a hit that has changed since, of another proposal, or twice', async () => {
    const hit = await hitIn()
    const decisions = openDecisions(memoryStore())
    const { id: proposal } = await decisions.propose({ ...draft, hit })
    const changed = await hitIn({ ...listed, listed_on: '2026-01-01' })
    expect(changed.key).toBe(hit.key)
    await expect(decisions.approve({ hit: changed, proposal, by: bo })).rejects.toThrow(/content_changed/)
    await expect(decisions.approve({ hit, proposal: '0'.repeat(64), by: bo })).rejects.toThrow(
      /not waiting for approval/,
    )
    await decisions.approve({ hit, proposal, by: bo })
    await expect(decisions.approve({ hit, proposal, by: bo })).rejects.toThrow(/not waiting for approval/)
    expect(await decisions.export()).toHaveLength(2)
  })

  it('holds to the end of its last day', async () => {
    const hit = await hitIn()
    const decisions = openDecisions(memoryStore())
    await decide(decisions, hit)
    vi.setSystemTime('2026-12-31T23:59:59Z')
    expect(await stateOf(decisions, [hit])).toEqual([['decided']])
    vi.setSystemTime('2027-01-01T00:00:00Z')
    expect(await stateOf(decisions, [hit])).toEqual([['reopened', 'expired']])
  })

  it('that lapsed is replaced by a new proposal, which nothing else is', async () => {
    const hit = await hitIn()
    const decisions = openDecisions(memoryStore())
    await decisions.propose({ ...draft, hit })
    await expect(decisions.propose({ ...draft, hit, verdict: 'true_match' })).rejects.toThrow(/has proposed/)
    vi.setSystemTime('2027-02-01')
    await decisions.propose({ ...draft, hit, until: '2027-12-31' })
    expect(await stateOf(decisions, [hit])).toEqual([['proposed']])
  })

  it('of a party of which any fact has changed is open again, and says why', async () => {
    const decisions = openDecisions(memoryStore())
    await decide(decisions, await hitIn())
    expect(await stateOf(decisions, [await hitIn(listed, { name: 'Kim Q. Doe' })])).toEqual([
      ['reopened', 'subject_changed'],
    ])
    expect(await stateOf(decisions, [await hitIn(listed, { birth_date: '1961-01-02' })])).toEqual([
      ['reopened', 'subject_changed'],
    ])
    expect(await stateOf(decisions, [await hitIn(listed, { country_code: 'FR' })])).toEqual([
      ['reopened', 'subject_changed'],
    ])
    const renamed = { name: 'Kim Q. Doe', full_name: 'Kim Quentin Doe' }
    expect(await stateOf(decisions, [await hitIn(listed, renamed)])).toEqual([
      ['reopened', 'subject_changed'],
    ])
    for (const fact of [{ full_name: 'Kim Doe Jr' }, { type: 'person' }, { registration_number: 'HRB 1' }])
      expect(await stateOf(decisions, [await hitIn(listed, fact)])).toEqual([['reopened', 'subject_changed']])
    // It is there unchanged: another party of another name is nobody who was decided about.
    const both = [await hitIn(), await hitIn(listed, { name: 'Lee Roe' })]
    expect(await stateOf(decisions, both)).toEqual([['decided'], ['open']])
  })

  it('stays where the hit vanishes and comes back', async () => {
    const hit = await hitIn()
    const decisions = openDecisions(memoryStore())
    await decide(decisions, hit)
    expect(await stateOf(decisions, [])).toEqual([])
    expect(await stateOf(decisions, [await hitIn()])).toEqual([['decided']])
  })

  it('is never made of what cannot be read, nor of wrong input', async () => {
    const decisions = openDecisions(memoryStore())
    const [unreadable] = await hitsIn({}, { sanctions: 'not a list' })
    const hit = await hitIn()
    const wrong = [
      { ...draft, hit: unreadable },
      { ...draft, hit, until: undefined },
      { ...draft, hit, until: '2026-04-30' },
      { ...draft, hit, until: '2026-02-30' },
      { ...draft, hit, by: ' ' },
      { ...draft, hit, verdict: 'maybe' },
      { ...draft, hit, evidence: 'abc' },
      { ...draft, hit, approver: bo },
    ]
    for (const given of wrong) {
      // @ts-expect-error what JavaScript may give
      await expect(decisions.propose(given)).rejects.toBeInstanceOf(InputValidationError)
    }
    expect(await decisions.export()).toEqual([])
    // A hit that was decided, and has become unreadable.
    await decide(decisions, hit)
    expect(await stateOf(decisions, [{ ...hit, isReadable: false }])).toEqual([['reopened', 'unreadable']])
  })

  it('is made about each list on which a person is', async () => {
    const decisions = openDecisions(memoryStore())
    const [first, second, ...others] = await hitsIn(listed, {
      sanctions: ['SDN', 'EU'].map(list => ({ ...listed, list })),
    })
    if (first === undefined || second === undefined) throw new Error('no hits')
    expect(others).toEqual([])
    await decide(decisions, first)
    expect(await stateOf(decisions, [first, second])).toEqual([['decided'], ['open']])
    await decide(decisions, second)
    expect(await stateOf(decisions, [first, second])).toEqual([['decided'], ['decided']])
  })

  it('about several entries holds while they are the same, and is open again if any is added, changed or removed', async () => {
    const decisions = openDecisions(memoryStore())
    const story = (source: string) => ({ headline: 'Fraud alleged', name: 'Kim Doe', sources: [source] })
    const stateWith = async (...stories: object[]) =>
      stateOf(decisions, await hitsIn(listed, { sanctions: [], adverse_media: stories }))
    const [hit] = await hitsIn(listed, { sanctions: [], adverse_media: [story('a'), story('b')] })
    if (hit === undefined) throw new Error('no hit')
    await decide(decisions, hit)
    expect(await stateWith(story('b'), story('a'))).toEqual([['decided']])
    expect(await stateWith(story('b'), story('a'), story('a'))).toEqual([['decided']])
    for (const stories of [[story('a'), story('b'), story('c')], [story('a'), story('c')], [story('a')]])
      expect(await stateWith(...stories)).toEqual([['reopened', 'content_changed']])
  })

  it('is open again if another party of the same name joins, or if parties and entries are combined in another way', async () => {
    const decisions = openDecisions(memoryStore())
    const hitOf = async (...pairs: readonly (readonly [birthDate: string, day: string])[]) => {
      const nodes = pairs.map(([birth_date, listed_on], index) => [
        `n${index}`,
        { ...party, id: `n${index}`, birth_date, sanctions: [{ ...listed, listed_on }] },
      ])
      const { network } = await readNetwork({ nodes: Object.fromEntries(nodes), relations: [] })
      const [hit, ...others] = listHits(network, { entity: 'e1' })
      if (hit === undefined || others.length > 0) throw new Error('not one hit')
      return hit
    }
    const [old, young] = ['1961-01-02', '1990-01-02']
    await decide(decisions, await hitOf([old, '2020-01-02']))
    const both = await hitOf([old, '2020-01-02'], [young, '2021-01-02'])
    expect(await stateOf(decisions, [both])).toEqual([['reopened', 'content_changed', 'subject_changed']])
    await decide(decisions, both)
    expect(await stateOf(decisions, [both])).toEqual([['decided']])
    const crossed = await hitOf([old, '2021-01-02'], [young, '2020-01-02'])
    expect(await stateOf(decisions, [crossed])).toEqual([['reopened', 'content_changed']])
  })

  it('about several entries is found again if the party is renamed', async () => {
    const decisions = openDecisions(memoryStore())
    const sanctions = ['2020-01-02', '2021-01-02'].map(listed_on => ({ ...listed, listed_on }))
    await decide(decisions, await hitIn(listed, { sanctions, full_name: 'Kim Doe' }))
    const renamed = await hitIn(listed, { sanctions, name: 'Kim Roe', full_name: 'Kim Roe' })
    expect(await stateOf(decisions, [renamed])).toEqual([['reopened', 'subject_changed']])
  })
})

const field = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abcdefgh_') })

it('volatile fields reopen nothing, and any other field does', { tags: 'long' }, async () => {
  const decisions = openDecisions(memoryStore())
  await decide(decisions, await hitIn({ ...listed, more: { a: 1 } }))
  const volatile = fc.constantFrom(...volatileFields)
  await fc.assert(
    fc.asyncProperty(volatile, fc.jsonValue(), async (name, value) => {
      const hit = await hitIn({ ...listed, more: { [name]: value, a: 1 }, [name]: value })
      expect(await stateOf(decisions, [hit])).toEqual([['decided']])
    }),
    { numRuns: repetitions(2000) },
  )
  await fc.assert(
    fc.asyncProperty(field, fc.integer(), async (name, value) => {
      const hit = await hitIn({ ...listed, more: { a: 1, [`x_${name}`]: value } })
      expect(await stateOf(decisions, [hit])).toEqual([['reopened', 'content_changed']])
    }),
    { numRuns: repetitions(2000) },
  )
})

describe('the chain', () => {
  it('shows whatever is changed, removed or added by other means', async () => {
    const journal = memoryStore()
    const decisions = openDecisions(journal)
    await decide(decisions, await hitIn())
    await decide(decisions, await hitIn({ ...listed, program: 'Another' }))
    const head = (await decisions.head()) ?? ''
    const { lines } = journal
    await fc.assert(
      fc.asyncProperty(
        fc.nat(lines.length - 1),
        fc.nat(),
        fc.constantFrom('x', '0', ''),
        async (at, where, by) => {
          const line = lines[at] ?? ''
          const place = where % line.length
          const forged = line.slice(0, place) + by + line.slice(place + 1)
          fc.pre(forged !== line)
          const all = lines.with(at, forged)
          const other = openDecisions(memoryStore(all))
          expect((await other.verify({ head })).isValid).toBe(false)
        },
      ),
      { numRuns: repetitions(5000) },
    )
    for (const all of [lines.slice(0, -1), lines.toSpliced(2, 1), [], lines.slice(0, 1)]) {
      const other = openDecisions(memoryStore(all))
      expect((await other.verify({ head })).isValid).toBe(false)
    }
    const shorter = openDecisions(memoryStore(lines.slice(0, -1)))
    expect(await shorter.verify()).toMatchObject({ isValid: true, entries: 3 })
  })

  it('that does not hold is not written to, nor reviewed by', async () => {
    const journal = memoryStore()
    await decide(openDecisions(journal), await hitIn())
    journal.lines[0] = journal.lines[0]?.replace('Another birth date', 'No reason') ?? ''
    const decisions = openDecisions(journal)
    await expect(decisions.review([await hitIn()])).rejects.toThrow(/changed by other means: see its line 1/)
    await expect(decisions.propose({ ...draft, hit: await hitIn() })).rejects.toThrow(/line 1/)
    expect(journal.lines).toHaveLength(2)
  })

  it('is none of a file that holds something else', async () => {
    const journal = memoryStore()
    journal.lines.push('{"journal":"portfolio import","version":1,"service":"x"}')
    const decisions = openDecisions(journal)
    await expect(decisions.export()).rejects.toThrow(/is not that of decisions/)
  })
})

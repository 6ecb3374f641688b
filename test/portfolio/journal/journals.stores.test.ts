import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noPostgres, postgresUrl } from '../../find-postgres.ts'
import { linesOf, type OpenStore, stores, usesDatabases } from './stores.ts'

describe.each(stores)('journals in %s', (_, openStore) => {
  let opened: OpenStore
  beforeEach(async () => {
    opened = await openStore()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await opened.remove()
  })

  async function kept(name: string): Promise<string[]> {
    const journal = await opened.another().open(name)
    const lines = await linesOf(journal)
    await journal.close()
    return lines
  }

  it('begin empty, and have the lines that were appended, in order', async () => {
    const journal = await opened.store.open('customers')
    expect(await linesOf(journal)).toEqual([])
    expect(journal).toMatchObject({ isTakenOver: false })
    await journal.append('{"a":1}')
    await Promise.all(['"Öl 𝒳"', '', ' ', "'; drop table x; --", '{"b":"\\u0000"}'].map(journal.append))
    expect(await linesOf(journal)).toHaveLength(6)
    await journal.close()
    const lines = ['{"a":1}', '"Öl 𝒳"', '', ' ', "'; drop table x; --", '{"b":"\\u0000"}']
    expect(await kept('customers')).toEqual(lines)
  })

  it('are apart, whatever they are called', { tags: 'long' }, async () => {
    const names = [
      'a',
      'A',
      "o'neill",
      '"quoted"',
      '../up',
      '.',
      'ö'.repeat(200),
      `${'x'.repeat(199)}y`,
      '%61',
    ]
    for (const name of names) {
      const journal = await opened.store.open(name)
      await journal.append(name)
      await journal.close()
    }
    for (const name of names) expect(await kept(name)).toEqual([name])
  })

  it.each<[string, string]>([
    ['no text', ''],
    ['more than 200 characters', 'x'.repeat(201)],
    ['U+0000', 'a\0b'],
    ['half a character', '\ud800'],
  ])('are not opened by a name of %s', async (_name, name) => {
    await expect(opened.store.open(name)).rejects.toThrow('name must be a text of 1 to 200 characters')
    await expect(opened.store.inspect(name)).rejects.toThrow('name must be a text of 1 to 200 characters')
  })

  it.each([
    [{ ttl: 0 }, 'ttl must be a number of milliseconds from 300'],
    [{ ttl: Number.NaN }, 'ttl must be'],
    [{ ttl: 1e9 }, 'ttl must be'],
    [{ wait: -1 }, 'wait must be a number of milliseconds from 0'],
  ])('are not opened with %o', async (options, sentence) => {
    await expect(opened.store.open('customers', options)).rejects.toThrow(sentence)
  })

  it('refuse a line that would not come back as it was, and go on', async () => {
    const journal = await opened.store.open('customers')
    const sentence = 'line must be text without U+0000 and lone surrogates'
    for (const line of ['a\0b', '\udc00']) await expect(journal.append(line)).rejects.toThrow(sentence)
    await expect(journal.replace(['fine', 'a\0b'])).rejects.toThrow(sentence)
    journal.check()
    await journal.append('fine\non two lines')
    expect(await linesOf(journal)).toEqual(['fine\non two lines'])
    await journal.close()
  })

  it('are held by one at a time, with a token that grows', async () => {
    const first = await opened.store.open('customers')
    for (const store of [opened.store, opened.another()])
      await expect(store.open('customers')).rejects.toMatchObject({
        name: 'JournalInUseError',
        message: expect.stringContaining('is in use by another process'),
      })
    await first.close()
    const second = await opened.another().open('customers')
    expect(second.token).toBeGreaterThan(first.token)
    expect(second.isTakenOver).toBe(false)
    await second.close()
  })

  it('go to one of several that come at once', { tags: 'long' }, async () => {
    for (let round = 0; round < 3; round += 1) {
      const all = Array.from({ length: 5 }, () => opened.another().open(`customers ${round}`))
      const outcomes = await Promise.allSettled(all)
      const won = outcomes.filter(outcome => outcome.status === 'fulfilled')
      expect(won).toHaveLength(1)
      for (const { value } of won) await value.close()
    }
  })

  it('are waited for, as long as is asked', { tags: 'long' }, async () => {
    const first = await opened.store.open('customers')
    const begun = performance.now()
    await expect(opened.another().open('customers', { wait: 300 })).rejects.toThrow('in use')
    expect(performance.now() - begun).toBeGreaterThanOrEqual(299)
    const told: string[] = []
    const onWait = ({ message }: Error) => told.push(message)
    const waiting = opened.another().open('customers', { wait: 10_000, onWait })
    setTimeout(first.close, 300)
    const second = await waiting
    expect(told).toEqual([expect.stringContaining('in use')])
    expect(second.token).toBeGreaterThan(first.token)
    await second.close()
  })

  it('keep their lease for as long as they are open', { tags: 'long' }, async () => {
    const journal = await opened.store.open('customers', { ttl: 600 })
    await new Promise(resolve => setTimeout(resolve, 1500))
    await expect(opened.another().open('customers')).rejects.toThrow('in use')
    journal.check()
    expect(journal.leaseLost.aborted).toBe(false)
    await journal.close()
  })

  it('keep it also where the clock is set back by an hour', { tags: 'long' }, async () => {
    const now = Date.now
    const journal = await opened.store.open('customers', { ttl: 600 })
    vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
    await new Promise(resolve => setTimeout(resolve, 900))
    journal.check()
    await journal.append('"kept"')
    await journal.close()
    const next = await opened.another().open('customers')
    expect(next.token).toBeGreaterThan(journal.token)
    expect(await linesOf(next)).toEqual(['"kept"'])
    await next.close()
  })

  it('keep lines in the order in which several writers append them', { tags: 'long' }, async () => {
    const journal = await opened.store.open('customers')
    const write = async (writer: string) => {
      for (let index = 0; index < 50; index += 1) await journal.append(`${writer} ${index}`)
    }
    await Promise.all(['a', 'b', 'c'].map(write))
    await journal.close()
    const lines = await kept('customers')
    expect(lines).toHaveLength(150)
    for (const writer of ['a', 'b', 'c'])
      expect(lines.filter(line => line.startsWith(writer))).toEqual(
        Array.from({ length: 50 }, (_line, index) => `${writer} ${index}`),
      )
  })

  it('keep lines of two megabytes, and hundreds of short ones', { tags: 'long' }, async () => {
    const journal = await opened.store.open('customers')
    const long = ['ö', '7', '"'].map(text => text.repeat(2_000_000 / new TextEncoder().encode(text).length))
    const short = Array.from({ length: 300 }, (_line, index) => String(index))
    await Promise.all([...long, ...short].map(journal.append))
    await journal.close()
    expect((await kept('customers')).join('\n') === [...long, ...short].join('\n')).toBe(true)
  })

  it('have their lines replaced, all at once', { tags: 'long' }, async () => {
    const journal = await opened.store.open('customers')
    for (const line of ['1', '2', '3']) await journal.append(line)
    const big = Array.from({ length: 5 }, (_line, index) => String(index).repeat(400_000))
    await Promise.all([journal.append('4'), journal.replace(big), journal.append('5')])
    expect(await linesOf(journal)).toEqual([...big, '5'])
    await journal.replace([])
    expect(await linesOf(journal)).toEqual([])
    await journal.replace(['6'])
    await journal.append('7')
    await journal.close()
    expect(await kept('customers')).toEqual(['6', '7'])
  })

  it('are closed once, and do nothing afterwards', { tags: 'long' }, async () => {
    const journal = await opened.store.open('customers')
    const appending = journal.append('1')
    await journal.close()
    await appending
    await journal.close()
    expect(() => journal.check()).toThrow('is closed')
    await expect(journal.append('2')).rejects.toThrow('is closed')
    await expect(journal.replace(['2'])).rejects.toThrow('is closed')
    expect(await kept('customers')).toEqual(['1'])
  })

  it('are looked at without a lease, whoever has them', { tags: 'long' }, async () => {
    expect(await opened.store.inspect('customers')).toBeNull()
    const journal = await opened.store.open('customers', { ttl: 5000 })
    expect(await opened.another().inspect('customers')).toEqual({ lines: [], isHeld: true })
    await journal.append('1')
    expect(await opened.another().inspect('customers')).toEqual({ lines: ['1'], isHeld: true })
    await journal.close()
    expect(await opened.another().inspect('customers')).toEqual({ lines: ['1'], isHeld: false })
    expect(await opened.store.inspect('others')).toBeNull()
  })
})

if (usesDatabases && postgresUrl === null)
  it('is not tested on a Postgres: there is none here', () => {
    console.warn(`journals in Postgres are tested on PGlite alone: ${noPostgres}`)
  })

import { type JournalStore, openDecisions } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../journal/stores.ts'

const hit = { key: '["e1","pep",["kim"],"minister"]', content: '{}', isReadable: true }
const proposal = { hit, verdict: 'unsure', reason: 'No birth date', by: 'Ada' } as const

describe('decisions', () => {
  it('copy a proposal before the call returns', async () => {
    const decisions = openDecisions(memoryStore())
    const mutable = { ...proposal, hit: { ...hit } }
    const proposing = decisions.propose(mutable)
    Object.assign(mutable, { reason: 'Changed', by: 'Bo' })
    mutable.hit.key = 'changed'
    await proposing
    expect(await decisions.export()).toMatchObject([
      { by: 'Ada', details: { key: hit.key, reason: 'No birth date' } },
    ])
  })

  it('review hits as they were, and return the same objects', async () => {
    const decisions = openDecisions(memoryStore())
    await decisions.propose(proposal)
    const mutable = { ...hit }
    const hits = [mutable]
    const reviewing = decisions.review(hits)
    mutable.key = 'changed'
    hits.push({ ...hit })
    const reviews = await reviewing
    expect(reviews).toMatchObject([{ state: 'proposed' }])
    expect(reviews[0]?.hit).toBe(mutable)
  })

  it('go on once a step of their store has hung for 30 seconds, and close what is opened too late', async () => {
    const store = memoryStore()
    let [opened, closed] = [0, 0]
    let openLate = () => {}
    const slow: JournalStore = {
      inspect: store.inspect,
      async open(name, options) {
        opened += 1
        if (opened === 1) await new Promise<void>(resolve => (openLate = resolve))
        const journal = await store.open(name, options)
        const close = async () => {
          closed += 1
        }
        return { ...journal, close }
      },
    }
    const decisions = openDecisions(slow)
    const first = decisions.propose(proposal).catch((error: unknown) => error)
    const second = decisions.propose(proposal)
    expect(await first).toMatchObject({ message: 'open did not settle within 30000 ms' })
    expect(await second).toMatchObject({ action: 'propose' })
    openLate()
    await expect.poll(() => closed).toBe(2)
    expect(await decisions.withdraw({ key: hit.key, by: 'Bo', reason: 'Over' })).toMatchObject({ by: 'Bo' })
  })
})

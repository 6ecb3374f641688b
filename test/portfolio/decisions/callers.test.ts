import { openDecisions } from 'entity-screening-sdk/portfolio'
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
})

import { describe, expect, it } from 'vitest'
import { noOutcome, settledRowsOf } from '../../../../src/portfolio/import/outcome/batch-outcome.ts'
import type { AnnouncedRow } from '../../../../src/portfolio/rows/row-state.ts'
import { addCreated, createDuplicateIndex } from '../../../../src/portfolio/team/duplicate-index.ts'

const names = {
  organization: { type: 'organization', name: 'Nordwind GmbH' },
  person: { type: 'person', name: 'Ilse Brandt', firstName: 'Ilse', lastName: 'Brandt' },
} as const

function createRow(line: number, type: 'organization' | 'person'): AnnouncedRow {
  return {
    line,
    key: 'look-alikes',
    row: { ...names[type], countryCode: 'DE' },
    batch: 1,
    lookAlikesBefore: 0,
    state: 'announced',
    wasInDoubt: false,
    isOfEarlierRun: false,
  }
}

/** Refuses the row in line 2, while the look-alike in line 1 was created, and returns its `sameAs`. */
function refuseSecond(type: 'organization' | 'person', reason: string) {
  const index = createDuplicateIndex()
  addCreated(index, createRow(1, type), 0, true)
  const refused = new Map([[createRow(2, type), reason]])
  return settledRowsOf({ index }, { ...noOutcome, refused }).problems.map(({ sameAs }) => sameAs)
}

describe('a refused row', () => {
  it('has the line of the created organization that it may repeat', () => {
    expect(refuseSecond('organization', 'organization already exists in the team')).toEqual([1])
  })

  it('has no such line if the reason is the entity limit of the team', () => {
    expect(refuseSecond('organization', 'Entity limit reached for this team')).toEqual([null])
  })

  it('has no such line if it is a person', () => {
    expect(refuseSecond('person', 'is refused')).toEqual([null])
  })
})

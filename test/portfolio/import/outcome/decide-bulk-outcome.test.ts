import { type BulkSummary, ServerError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import {
  type BulkResponse,
  decideBulkOutcome,
} from '../../../../src/portfolio/import/outcome/decide-bulk-outcome.ts'
import { applyClassification } from '../../../../src/portfolio/import/state/apply-classification.ts'
import type { BulkRequest } from '../../../../src/portfolio/import/state/batch.ts'
import { classifyRow } from '../../../../src/portfolio/import/state/classify-row.ts'
import { createImportState, type ImportState } from '../../../../src/portfolio/import/state/import-state.ts'
import { readImportHistory } from '../../../../src/portfolio/journal/import-history.ts'
import type { AnnouncedRow } from '../../../../src/portfolio/rows/row-state.ts'

const settings = {
  batchSize: 10,
  concurrency: 2,
  dryRun: false,
  onPossibleDuplicate: 'skip',
  partition: undefined,
  maxProblems: 10,
  timeout: 1000,
  recheckDelay: 1,
  unreliableListTimeout: 1000,
} as const

const createState = async () => createImportState(settings, await readImportHistory([]))

function createRows(count: number, wasInDoubt = false): AnnouncedRow[] {
  return Array.from({ length: count }, (_, index) => ({
    line: index + 1,
    key: `key ${index}`,
    row: { type: 'organization', name: `Company ${index + 1}`, countryCode: 'DE' },
    batch: 1,
    lookAlikesBefore: 0,
    state: 'announced',
    wasInDoubt,
    isOfEarlierRun: false,
  }))
}

function createRequest(rows: readonly AnnouncedRow[], group: object = {}, isSuspect = false): BulkRequest {
  return {
    group: { rows, failures: 0, suspectFailures: 0, firstFailedRequest: null, ...group },
    number: 1,
    isSuspect,
  }
}

/** Applies a response, and asserts that the state and the rows stay as they are. */
function apply(state: ImportState, request: BulkRequest, response: BulkResponse) {
  const before = structuredClone({ ...state, index: { ...state.index, fingerprint: null } })
  const rowsBefore = structuredClone(request.group.rows)
  const outcome = decideBulkOutcome(state, request, response)
  expect({ ...state, index: { ...state.index, fingerprint: null } }).toEqual(before)
  expect(request.group.rows).toEqual(rowsBefore)
  return outcome
}

function summarize(successCount: number, errors: BulkSummary['errors'] = []): BulkResponse {
  const summary = { successCount, errorCount: errors.length, errors, unknownFields: {} }
  return { kind: 'summary', summary }
}

function fail(status: number, outcome: 'not_done' | 'unknown' | 'done'): BulkResponse {
  const error = new ServerError('it failed', {
    operation: 'createEntitiesBulk',
    outcome,
    status,
    reason: null,
    body: null,
    headers: new Headers(),
    retryAfter: null,
  })
  return { kind: 'failure', error, isGivenUp: false }
}

const lines = (rows: Iterable<AnnouncedRow>) => Array.from(rows, row => row.line)

describe('applyBulkResponse', () => {
  it('divides rows into created, refused and remaining ones by the numbers of a summary', async () => {
    const rows = createRows(4)
    const errors = [
      { row: 1, reason: 'is odd', message: 'Row 1: is odd' },
      { row: 4, reason: 'entity limit reached', message: 'Row 4: entity limit reached' },
    ]
    const outcome = apply(await createState(), createRequest(rows), summarize(2, errors))
    expect(lines(outcome.created)).toEqual([2, 3])
    expect(lines(outcome.refused.keys())).toEqual([1])
    expect(lines(outcome.remaining)).toEqual([4])
    expect(outcome.stop).toMatchObject({ cause: 'entity_limit' })
    expect(outcome.search).toBeNull()
  })

  it('returns which numbers of the first row a summary leaves possible', async () => {
    const errors = [{ row: 0, reason: 'is odd', message: 'Row 0: is odd' }]
    const outcome = apply(await createState(), createRequest(createRows(2)), summarize(1, errors))
    expect(outcome.firstNumbers).toEqual([0])
    expect(lines(outcome.refused.keys())).toEqual([1])
  })

  it('looks for all rows after a summary that does not identify the refused ones', async () => {
    const rows = createRows(3)
    const errors = [{ row: null, reason: 'is odd', message: 'is odd' }]
    const outcome = apply(await createState(), createRequest(rows), summarize(2, errors))
    expect(outcome).toMatchObject({ accepted: 2, created: [], search: { accepted: 2 } })
    expect(lines(outcome.search?.rows ?? [])).toEqual([1, 2, 3])
  })

  it('looks for refused rows that were in doubt before', async () => {
    const rows = createRows(2, true)
    const reason = 'already exists'
    const errors = [1, 2].map(row => ({ row, reason, message: `Row ${row}: ${reason}` }))
    const outcome = apply(await createState(), createRequest(rows), summarize(0, errors))
    expect(outcome).toMatchObject({ created: [], search: { cause: { kind: 'refused' } } })
    expect(lines(outcome.search?.rows ?? [])).toEqual([1, 2])
  })

  it('sends the group again after a failure without effect, and looks for its rows after any other', async () => {
    const state = await createState()
    const request = createRequest(createRows(2))
    expect(apply(state, request, fail(503, 'not_done'))).toMatchObject({
      groupsToSend: [{ failures: 0 }],
      search: null,
    })
    expect(apply(state, request, fail(500, 'unknown'))).toMatchObject({
      groupsToSend: [],
      search: { accepted: 0 },
    })
  })
})

describe('classifyRow', () => {
  it('remembers a row only when the classification is applied', async () => {
    const state = await createState()
    const row = { line: 2, row: { type: 'organization', name: 'Nordwind', countryCode: 'DE' } } as const
    const first = classifyRow(state, row)
    expect(classifyRow(state, { ...row, line: 3 })).toMatchObject({ next: 'create' })
    applyClassification(state, first, false)
    expect(classifyRow(state, { ...row, line: 3 })).toMatchObject({
      next: 'report',
      problems: [{ kind: 'duplicate', sameAs: 2 }],
    })
    expect(state).toMatchObject({ counts: { rows: 1 }, queue: { waiting: [{ line: 2 }] } })
  })
})

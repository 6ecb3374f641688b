/** What is mutated, and the tests that must notice, those of single modules first: each takes seconds. */
interface Area {
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
}

export const areas: Readonly<Record<string, Area>> = {
  /** What the command tries itself on. */
  planted: { mutate: ['test/mutation/planted/ages.ts'], tests: ['test/mutation/planted'] },
  quirks: { mutate: ['src/quirks'], tests: ['test/quirks', 'test/reading', 'test/model'] },
  model: {
    mutate: ['src/model'],
    tests: [
      'test/quirks',
      'test/model',
      'test/resources/create-bulk.test.ts',
      'test/resources/reconcile-similar.test.ts',
      'test/resources/reconcile.test.ts',
      'test/portfolio/monitoring/diff',
      'test/portfolio/rows',
      'test/transport/never-sent.test.ts',
      'test/transport/words-that-help.alone.test.ts',
      'test/workflow/in-process.test.ts',
    ],
  },
  network: { mutate: ['src/network'], tests: ['test/network'] },
  operations: {
    mutate: ['mock-server/operations'],
    tests: [
      'test/mock-server/operations',
      'test/mock-server/http/text-length.test.ts',
      'test/mock-server/snapshot/snapshot.test.ts',
      'test/mock-server/state/list-cache.test.ts',
      'test/mock-server/state/case-status.test.ts',
      'test/mock-server/fixtures/stated-fields.test.ts',
      'test/mock-server/screening/scenarios.test.ts',
    ],
  },
  screening: {
    mutate: ['mock-server/screening'],
    // Without those that compare every party with every other one.
    tests: [
      'test/mock-server/screening/matching',
      'test/mock-server/screening/unchanged.test.ts',
      'test/mock-server/screening/match.test.ts',
      'test/mock-server/screening/risk.test.ts',
      'test/mock-server/screening/universe.test.ts',
      'test/mock-server/screening/household.test.ts',
      'test/mock-server/screening/evidence.test.ts',
      'test/mock-server/screening/networks.test.ts',
      'test/mock-server/screening/scenarios.test.ts',
      'test/mock-server/screening/scenario-times.test.ts',
      'test/mock-server/operations',
    ],
  },
  transport: {
    mutate: ['src/transport'],
    // Without those that wait for real time, or leave a call behind on purpose.
    tests: [
      'test/transport/api-promise.test.ts',
      'test/transport/causes.test.ts',
      'test/transport/errors.test.ts',
      'test/transport/foreign-fetch.test.ts',
      'test/transport/hooks.test.ts',
      'test/transport/hooks-once.test.ts',
      'test/transport/hanging-hooks.test.ts',
      'test/transport/idempotency.alone.test.ts',
      'test/transport/json.test.ts',
      'test/transport/never-sent.test.ts',
      'test/transport/outcomes.test.ts',
      'test/transport/retries.test.ts',
      'test/transport/secrecy.test.ts',
      'test/transport/sendable-headers.test.ts',
      'test/transport/typed-errors.test.ts',
      'test/transport/words-that-help.alone.test.ts',
      'test/transport/decode-text.test.ts',
      'test/transport/fetch-options.test.ts',
      'test/transport/read-bodies.test.ts',
      'test/transport/request-ids.test.ts',
      'test/transport/stated-status.test.ts',
      'test/transport/attempts.test.ts',
      'test/transport/fresh-reads.test.ts',
      'test/transport/client-options.alone.test.ts',
      'test/transport/every-operation/table.test.ts',
      'test/transport/every-operation/drift.test.ts',
      'test/transport/every-operation/connections.test.ts',
      'test/resources/get.test.ts',
      'test/workflow/in-process.test.ts',
    ],
  },
  import: {
    mutate: ['src/portfolio/rows/row-state.ts', 'src/portfolio/import'],
    tests: [
      'test/portfolio/rows/row-state.test.ts',
      'test/portfolio/import/state',
      'test/portfolio/import/outcome',
      'test/portfolio/import/callbacks.test.ts',
      'test/portfolio/import/dry-run.test.ts',
      'test/portfolio/import/faults.rest.test.ts',
      'test/portfolio/import/hostile.test.ts',
      'test/portfolio/import/import.test.ts',
      'test/portfolio/import/stops.test.ts',
      'test/portfolio/import/service.test.ts',
      'test/portfolio/import/losses.test.ts',
      'test/portfolio/import/partial-success-properties.test.ts',
      'test/portfolio/import/catching-up-properties.test.ts',
    ],
  },
}

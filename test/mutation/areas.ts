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
    ],
  },
  network: { mutate: ['src/network'], tests: ['test/network'] },
  operations: { mutate: ['mock-server/operations'], tests: ['test/mock-server/operations'] },
  screening: {
    mutate: ['mock-server/screening'],
    tests: ['test/mock-server/screening', 'test/mock-server/operations'],
  },
  import: {
    mutate: ['src/portfolio/rows/state.ts', 'src/portfolio/import'],
    tests: [
      'test/portfolio/rows/state.test.ts',
      'test/portfolio/import/batches.test.ts',
      'test/portfolio/import/dry-run.test.ts',
      'test/portfolio/import/import.test.ts',
      'test/portfolio/import/stops.test.ts',
      'test/portfolio/import/service.test.ts',
      'test/portfolio/import/losses.test.ts',
    ],
  },
}

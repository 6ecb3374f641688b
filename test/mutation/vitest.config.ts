import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { tags } from '../tags.ts'
import { areas } from './areas.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const tests = areas[process.env.MUTATION_AREA ?? '']?.tests
if (tests === undefined) throw new Error('MUTATION_AREA names no area: see areas.ts')

/** Most mutants die of a test of their own module: those run first. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      tests?.findIndex(start => moduleId.startsWith(at(`../../${start}`)))
    return files.sort((a, b) => (place(a) ?? 0) - (place(b) ?? 0))
  }
}

/** Runs in the mutated copy of the project, in one worker. */
export default defineConfig({
  root: at('../..'),
  resolve: { tsconfigPaths: true },
  test: {
    tags,
    include: tests.map(start => (start.endsWith('.ts') ? start : `${start}/**/*.test.ts`)),
    exclude: ['**/*.rest.test.ts'],
    setupFiles: [at('first-counterexample.ts')],
    // A mutant may leave a rejection behind: it is judged by its test, or in a run of its own.
    ...(process.env.MUTATION_RUN === undefined
      ? {}
      : { runner: at('runner.ts'), dangerouslyIgnoreUnhandledErrors: true }),
    sequence: { sequencer: AsListed },
    isolate: false,
    maxWorkers: 1,
    testTimeout: 300_000,
  },
})

import fc from 'fast-check'
import { repetitions } from './repetitions.ts'

/** The same examples in each run: a few repetitions meet what a property counts, or they do not. */
fc.configureGlobal({ numRuns: repetitions(100), seed: 20_251_105 })

import fc from 'fast-check'
import { repetitions } from './repetitions.ts'

fc.configureGlobal({ numRuns: repetitions(100) })

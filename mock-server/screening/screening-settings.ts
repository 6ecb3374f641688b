import type { CompleteBehaviour } from '../behaviour.ts'

/** The settings of a server that screening depends on. */
export interface ScreeningSettings {
  readonly seed: number
  /** Whether entities with reserved test names get the outcomes of these names. */
  readonly scenarios: boolean
  readonly behaviour: CompleteBehaviour
}

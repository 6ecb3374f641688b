import type { FunctionComponent } from 'preact'
import { ClockView } from '../clock/clock-view.tsx'
import { EntitiesView } from '../entities/entities-view.tsx'
import { FaultsView } from '../faults/faults-view.tsx'
import { RequestsView } from '../requests/requests-view.tsx'
import { ScenariosView } from '../scenarios/scenarios-view.tsx'
import { StateView } from '../state/state-view.tsx'
import type { ViewProps } from './view-props.ts'

interface View {
  /** The first segment of the view's path. */
  readonly path: string
  readonly title: string
  readonly Content: FunctionComponent<ViewProps>
}

export const views: readonly View[] = [
  { path: 'requests', title: 'Requests', Content: RequestsView },
  { path: 'entities', title: 'Entities', Content: EntitiesView },
  { path: 'clock', title: 'Clock', Content: ClockView },
  { path: 'scenarios', title: 'Scenarios', Content: ScenariosView },
  { path: 'faults', title: 'Faults', Content: FaultsView },
  { path: 'state', title: 'State', Content: StateView },
]

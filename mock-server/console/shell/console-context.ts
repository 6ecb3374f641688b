import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { TeamEntry } from '../../admin/teams.ts'
import type { Connection } from '../connection/open-connection.ts'
import type { FaultList } from '../faults/fault-list.ts'
import type { RequestList } from '../requests/request-list.ts'
import type { Routes } from './routes.ts'

export interface Console {
  readonly connection: Connection
  /** The address of the service, for commands and exports; null if the server runs inside the page. */
  readonly baseUrl: string | null
  readonly routes: Routes
  /** The requests that the server received. The list is updated even while other views are shown. */
  readonly requests: RequestList
  /** The faults of the server, and those that have ended. */
  readonly faults: FaultList
  readonly teams: readonly TeamEntry[]
  /** The team whose entities are shown; null if there is no team; undefined until the teams have been read. */
  readonly team: string | null | undefined
  readonly chooseTeam: (team: string) => void
  /** Whether this page has reset the server, and has not undone it. */
  readonly hasReset: boolean
  readonly setHasReset: (hasReset: boolean) => void
  /** Shows a message in the live region, which screen readers read aloud. */
  readonly announce: (news: string) => void
}

export const ConsoleContext = createContext<Console | null>(null)

export function useConsole(): Console {
  const console = useContext(ConsoleContext)
  if (console === null) throw new TypeError('a view is shown inside the console')
  return console
}

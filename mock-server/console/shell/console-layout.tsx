/** @jsxImportSource preact */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { TeamEntry } from '../../admin/teams.ts'
import { HeaderClock } from '../clock/header-clock.tsx'
import type { Connection } from '../connection/open-connection.ts'
import { useLive } from '../connection/use-live.ts'
import { LiveRegion, useNews } from '../elements/live-region.tsx'
import type { FaultList } from '../faults/fault-list.ts'
import type { RequestList } from '../requests/request-list.ts'
import { ConnectionLine, useConnectionState } from './connection-line.tsx'
import { ConsoleContext } from './console-context.ts'
import { RouteLink } from './route-link.tsx'
import { type Routes, useRoute } from './routes.ts'
import { TeamChooser } from './team-chooser.tsx'
import { TokenPrompt } from './token-prompt.tsx'
import { views } from './views.ts'

interface ConsoleLayoutProps {
  readonly connection: Connection
  readonly baseUrl: string | null
  readonly routes: Routes
  readonly requests: RequestList
  readonly faults: FaultList
}

export function ConsoleLayout(props: ConsoleLayoutProps) {
  const { connection, baseUrl, routes, requests, faults } = props
  const { news, announce } = useNews()
  const { teams, team, chooseTeam } = useTeams(connection)
  const [hasReset, setHasReset] = useState(false)
  const context = useMemo(
    () => ({
      ...{ connection, baseUrl, routes, requests, faults, teams, team, chooseTeam },
      ...{ hasReset, setHasReset, announce },
    }),
    [connection, baseUrl, routes, requests, faults, teams, team, chooseTeam, hasReset, announce],
  )
  const [name = views[0]?.path, ...path] = useRoute(routes)
  const view = views.find(view => view.path === name)
  const state = useConnectionState(connection)
  return (
    <ConsoleContext.Provider value={context}>
      <header class="top">
        <strong>Mock server</strong>
        <nav aria-label="Views">
          {views.map(({ path, title }) => (
            <RouteLink key={path} to={`/${path}`} current={path === name}>
              {title}
            </RouteLink>
          ))}
        </nav>
        <TeamChooser />
        {state.kind !== 'locked' && <HeaderClock />}
        <ConnectionLine connection={connection} />
      </header>
      <main>
        {state.kind === 'locked' ? (
          <TokenPrompt wasWrong={state.wasWrong} onToken={connection.unlock} />
        ) : (
          <>
            <Heading title={view?.title ?? noView} />
            {view === undefined ? <p>{noView}</p> : <view.Content key={view.path} path={path} />}
          </>
        )}
      </main>
      <LiveRegion news={news} />
    </ConsoleContext.Provider>
  )
}

const noView = 'There is no such view.'

const noTeams: readonly TeamEntry[] = []

function useTeams(connection: Connection) {
  const { data } = useLive<readonly TeamEntry[]>(connection, '/teams', ['teams'])
  const [chosenId, chooseTeam] = useState<string>()
  const team = data?.find(({ id }) => id === chosenId) ?? data?.[0]
  return { teams: data ?? noTeams, team: data && (team?.id ?? null), chooseTeam }
}

/**
 * The heading of the view, for screen readers. The heading takes the focus when the view changes, so that screen readers read
 * it aloud.
 */
function Heading({ title }: { title: string }) {
  const element = useRef<HTMLHeadingElement>(null)
  const previousTitle = useRef(title)
  useEffect(() => {
    if (previousTitle.current !== title) element.current?.focus()
    previousTitle.current = title
  }, [title])
  return (
    <h1 class="hidden-title" ref={element} tabIndex={-1}>
      {title}
    </h1>
  )
}

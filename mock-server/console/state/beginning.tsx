/** @jsxImportSource preact */
import { useCallback } from 'preact/hooks'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { ConfirmButton } from '../elements/confirm-button.tsx'
import { Problem } from '../elements/problem.tsx'
import { useConsole } from '../shell/console-context.ts'

/** A marked state; null where none is. */
type Marked = { readonly at: string; readonly entities: number } | null

/** Marks the present state as a beginning, and returns to it or to the start of the server. */
export function Beginning() {
  const { connection, announce } = useConsole()
  const { run, isBusy, error } = useAction()
  const load = useCallback(() => connection.call<Marked>('GET', '/beginning'), [connection])
  const { data: marked = null, reload } = useLive(connection, load, ['reset'])

  async function act(news: string, path: string, body: object): Promise<void> {
    if (!(await run(() => connection.call('POST', path, body)))) return
    announce(news)
    reload()
  }

  return (
    <section aria-labelledby="beginning">
      <h2 id="beginning">Beginning</h2>
      <p>
        {marked === null
          ? 'No beginning is marked. Mark the present state to return to it between two tests.'
          : `Marked at ${marked.at}, with ${marked.entities.toLocaleString('en')} ${marked.entities === 1 ? 'entity' : 'entities'}.`}
      </p>
      <div class="tools">
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={() => act('Beginning marked', '/beginning', {})}
        >
          Mark as beginning
        </button>
        <ConfirmButton
          label="Reset to beginning"
          disabled={marked === null}
          onConfirm={() => act('Back at the marked beginning', '/reset', { to: 'beginning' })}
        >
          What has changed since the beginning is lost, with the faults and the log of requests.
        </ConfirmButton>
        <ConfirmButton label="Reset" onConfirm={() => act('Reset', '/reset', {})}>
          All entities, the faults, the log of requests, and the teams that were not there when the server
          started are lost.
        </ConfirmButton>
      </div>
      <Problem text={error} />
    </section>
  )
}

/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useCallback, useRef } from 'preact/hooks'
import type { ActiveFault } from '../../faults/active.ts'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { Problem } from '../elements/problem.tsx'
import { useConsole } from '../shell/console-context.ts'
import { FaultForm } from './fault-form.tsx'
import { faultKinds } from './fault-kinds.ts'

/** The active faults, those that have ended, and a form for another. */
export function FaultsView() {
  const { connection, announce } = useConsole()
  const load = useCallback(
    () => connection.call<readonly ActiveFault[]>('GET', '/faults?ended=true'),
    [connection],
  )
  const { data: faults, error, reload } = useLive(connection, load, ['faults', 'reset'])
  const removing = useAction()
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (query: string, news: string) =>
    removing.run(async () => {
      await connection.call('DELETE', `/faults${query}`)
      announce(news)
      reload()
      // The button that had the focus goes.
      heading.current?.focus()
    })
  return (
    <div class="narrow">
      <FaultForm onAdded={reload} />
      <h2 ref={heading} tabIndex={-1}>
        Active and ended
      </h2>
      <Problem text={removing.error ?? error} />
      {faults?.every(hasEnded) && <p>None is active: every request gets its ordinary response.</p>}
      {faults !== undefined && faults.length > 0 && (
        <table class="plain stacked">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">What happens</th>
              <th scope="col">How often</th>
              <th scope="col">Hits</th>
              <td>
                {faults.length > 1 && (
                  <button type="button" class="quiet" onClick={() => remove('', 'All faults are gone.')}>
                    Remove all
                  </button>
                )}
              </td>
            </tr>
          </thead>
          <tbody>
            {faults.map(fault => (
              <Row key={fault.id} fault={fault}>
                <button
                  type="button"
                  class="quiet"
                  aria-disabled={removing.isBusy}
                  aria-label={`${hasEnded(fault) ? 'Dismiss' : 'Switch off'} ${fault.id}`}
                  onClick={() =>
                    remove(`?id=${fault.id}`, hasEnded(fault) ? 'Dismissed.' : 'The fault is off.')
                  }
                >
                  {hasEnded(fault) ? 'Dismiss' : 'Switch off'}
                </button>
              </Row>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function hasEnded({ times, happened }: ActiveFault): boolean {
  return happened === times
}

function Row({ fault, children }: { fault: ActiveFault; children: ComponentChildren }) {
  const { operation, team, probability = 1, times, happened } = fault
  return (
    <tr>
      <td>
        {operation ?? 'every operation'}
        {team !== undefined && <span class="dim"> of {team}</span>}
      </td>
      <td>{describe(fault)}</td>
      <td>
        {probability === 1 ? 'each time' : `${+(probability * 100).toFixed(2)} %`}
        {times !== undefined && `, at most ${times === 1 ? 'once' : `${times} times`}`}
      </td>
      <td>
        {happened}
        <span class="unit"> {happened === 1 ? 'hit' : 'hits'}</span>
        {hasEnded(fault) && <span class="dim">, ended</span>}
      </td>
      <td>{children}</td>
    </tr>
  )
}

function describe({ kind, status, delay, retryAfter, body }: ActiveFault): string {
  const name = kind ?? (status === undefined ? 'delay' : 'status')
  if (name === 'delay') return `The response comes ${delay} ms later`
  const details = [
    name === 'status' && `status ${status ?? 500}`,
    retryAfter !== undefined && `Retry-After ${retryAfter} ms`,
    delay !== undefined && `${delay} ms later`,
    body !== undefined && 'its own body',
  ]
  return [faultKinds[name], ...details.filter(Boolean)].join(', ')
}

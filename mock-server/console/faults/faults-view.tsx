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

/** The active faults, and a form for another. */
export function FaultsView() {
  const { connection, announce } = useConsole()
  const load = useCallback(() => connection.call<readonly ActiveFault[]>('GET', '/faults'), [connection])
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
        Active faults
      </h2>
      <Problem text={removing.error ?? error} />
      {faults?.length === 0 && <p>None: every request is answered as it should be.</p>}
      {faults !== undefined && faults.length > 0 && (
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col">What happens</th>
              <th scope="col">How often</th>
              <th scope="col">Hits</th>
              <th scope="col">
                {faults.length > 1 && (
                  <button type="button" class="quiet" onClick={() => remove('', 'All faults are off.')}>
                    Switch all off
                  </button>
                )}
              </th>
            </tr>
          </thead>
          <tbody>
            {faults.map(fault => (
              <Row key={fault.id} fault={fault}>
                <button
                  type="button"
                  class="quiet"
                  disabled={removing.isBusy}
                  aria-label={`Switch off ${fault.id}`}
                  onClick={() => remove(`?id=${fault.id}`, 'The fault is off.')}
                >
                  Switch off
                </button>
              </Row>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
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
        {times !== undefined && `, ${times} times in all`}
      </td>
      <td>{happened}</td>
      <td>{children}</td>
    </tr>
  )
}

function describe({ kind, status, delay, retryAfter, body }: ActiveFault): string {
  const name = kind ?? (status === undefined ? 'delay' : 'status')
  const details = [
    name === 'status' && `status ${status ?? 500}`,
    retryAfter !== undefined && `Retry-After ${retryAfter} s`,
    delay !== undefined && `${delay} ms later`,
    body !== undefined && 'its own body',
  ]
  return [faultKinds[name], ...details.filter(Boolean)].join(', ')
}

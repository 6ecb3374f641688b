/** @jsxImportSource preact */
import { useRef } from 'preact/hooks'
import type { ActiveFault } from '../../faults/fault-registry.ts'
import { useAction } from '../connection/use-action.ts'
import { useLive } from '../connection/use-live.ts'
import { Button, Problem } from '../elements/form.tsx'
import { PlainTable } from '../elements/plain-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import { FaultForm, faultKindLabels } from './fault-form.tsx'

export function FaultsView() {
  const { connection, announce } = useConsole()
  const live = useLive<readonly ActiveFault[]>(connection, '/faults', ['faults'])
  const { data: faults = [], error, reload } = live
  const removing = useAction()
  const heading = useRef<HTMLHeadingElement>(null)
  async function remove(query: string, news: string): Promise<void> {
    await connection.call('DELETE', `/faults${query}`)
    announce(news)
    reload()
    // Moves the focus to the heading, because the focused button disappears.
    heading.current?.focus()
  }
  const rows = faults.map(fault => {
    const work = () => remove(`?id=${fault.id}`, 'The fault is off.')
    const button = (
      <Button key="remove" class="small" aria-label={`Switch off ${fault.id}`} action={removing} work={work}>
        Switch off
      </Button>
    )
    return { key: fault.id, cells: [...describeCells(fault), button] }
  })
  return (
    <div class="narrow">
      <h2>Add a fault</h2>
      <FaultForm onAdded={reload} />
      <h2 ref={heading} tabIndex={-1}>
        Active
      </h2>
      <Problem text={removing.error ?? error} />
      {live.data?.length === 0 && <p>None is active: every request gets its ordinary response.</p>}
      <PlainTable
        label="Active faults"
        titles={['Operation', 'Effect', 'Frequency', 'Hits', '']}
        rows={rows}
        isStacked
      />
      {faults.length > 1 && (
        <Button action={removing} work={() => remove('', 'All faults are gone.')}>
          Remove all
        </Button>
      )}
    </div>
  )
}

function describeCells(fault: ActiveFault) {
  const { operation, team, probability = 1, times, happened } = fault
  return [
    <>
      {operation ?? 'every operation'}
      {team !== undefined && <span class="dim"> of {team}</span>}
    </>,
    describeEffect(fault),
    <>
      {probability === 1 ? 'each time' : `${+(probability * 100).toFixed(2)} %`}
      {times !== undefined && `, at most ${times === 1 ? 'once' : `${times} times`}`}
    </>,
    happened === 1 ? '1 hit' : `${happened} hits`,
  ]
}

function describeEffect(fault: ActiveFault): string {
  const { status, delay, retryAfter, body } = fault
  const { kind = status === undefined ? 'delay' : 'status' } = fault
  if (kind === 'delay') return `The response comes ${delay} ms later`
  const details = [
    kind === 'status' && `status ${status ?? 500}`,
    retryAfter !== undefined && `Retry-After ${retryAfter} ms`,
    delay !== undefined && `${delay} ms later`,
    body !== undefined && 'its own body',
  ]
  return [faultKindLabels[kind], ...details.filter(Boolean)].join(', ')
}

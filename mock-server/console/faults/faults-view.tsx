/** @jsxImportSource preact */
import { useRef } from 'preact/hooks'
import type { ActiveFault } from '../../faults/fault-registry.ts'
import { type Action, useAction } from '../connection/use-action.ts'
import { useObservable } from '../connection/use-observable.ts'
import { Button, Problem } from '../elements/form.tsx'
import { PlainTable } from '../elements/plain-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import { FaultForm, faultKindLabels } from './fault-form.tsx'
import type { EndedFault } from './fault-list.ts'

const titles = ['Operation', 'Effect', 'Frequency', 'Hits', '']

export function FaultsView() {
  const { faults, announce } = useConsole()
  const active = useObservable(faults.active, faults.onChange)
  const switching = useAction()
  const heading = useRef<HTMLHeadingElement>(null)

  async function run(work: Promise<void>, news: string): Promise<void> {
    await work
    announce(news)
    // Moves the focus to the heading, because the focused button disappears.
    heading.current?.focus()
  }

  const rows = (active ?? []).map(fault => ({
    key: fault.id,
    cells: [
      ...describeCells(fault),
      <Button
        key="off"
        class="small"
        aria-label={`Switch off ${fault.id}`}
        action={switching}
        work={() => run(faults.switchOff(fault.id), 'The fault is off.')}
      >
        Switch off
      </Button>,
    ],
  }))
  return (
    <div class="view">
      <h2>Add a fault</h2>
      <FaultForm onAdded={faults.reload} />
      <h2 ref={heading} tabIndex={-1}>
        Active
      </h2>
      <Problem text={switching.error} />
      {active?.length === 0 && <p>None is active: every request gets its ordinary response.</p>}
      <PlainTable label="Active faults" titles={titles} rows={rows} isAligned isStacked />
      {rows.length > 1 && (
        <Button action={switching} work={() => run(faults.switchOff(), 'All faults are off.')}>
          Switch all off
        </Button>
      )}
      <EndedFaults
        switching={switching}
        switchOn={fault => run(faults.switchOn(fault), 'The fault is on again, from its first hit.')}
      />
    </div>
  )
}

interface EndedFaultsProps {
  readonly switching: Action
  readonly switchOn: (fault: EndedFault) => Promise<void>
}

/** The faults that are off or used up, which the page keeps. */
function EndedFaults({ switching, switchOn }: EndedFaultsProps) {
  const { faults } = useConsole()
  const ended = useObservable(faults.ended, faults.onChange)
  if (ended.length === 0) return null
  const rows = ended.map((fault, index) => ({
    key: `${fault.fault.id} ${ended.length - index}`,
    isDimmed: true,
    cells: [
      ...describeEnded(fault),
      <Button
        key="on"
        class="small"
        aria-label={`Switch on ${fault.fault.id}`}
        action={switching}
        work={() => switchOn(fault)}
      >
        Switch on
      </Button>,
    ],
  }))
  return (
    <>
      <h2>Off or used up, in this page</h2>
      <PlainTable label="Ended faults" titles={titles} rows={rows} isAligned isStacked />
    </>
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

function describeEnded({ fault, isUsedUp }: EndedFault) {
  const { happened, times } = fault
  return [...describeCells(fault).slice(0, -1), isUsedUp ? `${happened} of ${times} used` : 'off']
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

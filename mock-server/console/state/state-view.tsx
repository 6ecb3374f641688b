/** @jsxImportSource preact */
import { useRef } from 'preact/hooks'
import { useAction } from '../connection/use-action.ts'
import { ConfirmButton } from '../elements/dialog.tsx'
import { Button, Problem } from '../elements/form.tsx'
import { useConsole } from '../shell/console-context.ts'
import { SnapshotSection } from './snapshot-section.tsx'
import { TeamsSection } from './teams-section.tsx'

export function StateView() {
  return (
    <div class="view">
      <TeamsSection />
      <SnapshotSection />
      <ResetSection />
    </div>
  )
}

function ResetSection() {
  const { connection, announce, hasReset, setHasReset } = useConsole()
  const action = useAction()
  const heading = useRef<HTMLHeadingElement>(null)

  async function reset(): Promise<void> {
    await connection.call('POST', '/reset', { undo: true })
    setHasReset(true)
    announce('Reset')
  }

  async function undo(): Promise<void> {
    setHasReset(false)
    await connection.call('POST', '/reset/undo', {})
    announce('The state before the reset is back.')
    // The focused button disappears.
    heading.current?.focus()
  }

  return (
    <section aria-labelledby="reset">
      <h2 id="reset" ref={heading} tabIndex={-1}>
        Reset
      </h2>
      <p>
        Returns to the state in which the server started. To return to another state, restore its snapshot.
      </p>
      <div class="tools">
        <ConfirmButton label="Reset" isDangerous onConfirm={() => action.run(reset)}>
          Entities, faults and teams that were not there when the server started go. For ten minutes, until
          the next reset or restored snapshot, you can undo this. The log of requests does not return.
        </ConfirmButton>
        {hasReset && (
          <Button action={action} work={undo}>
            Undo the reset
          </Button>
        )}
      </div>
      <Problem text={action.error} />
    </section>
  )
}

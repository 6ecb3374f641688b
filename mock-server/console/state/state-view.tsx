/** @jsxImportSource preact */
import { useAction } from '../connection/use-action.ts'
import { ConfirmButton } from '../elements/dialog.tsx'
import { Problem } from '../elements/form.tsx'
import { useConsole } from '../shell/console-context.ts'
import { SnapshotSection } from './snapshot-section.tsx'
import { TeamsSection } from './teams-section.tsx'

export function StateView() {
  return (
    <div class="narrow">
      <TeamsSection />
      <SnapshotSection />
      <ResetSection />
    </div>
  )
}

function ResetSection() {
  const { connection, announce } = useConsole()
  const action = useAction()

  async function reset(): Promise<void> {
    await connection.call('POST', '/reset', {})
    announce('Reset')
  }

  return (
    <section aria-labelledby="reset">
      <h2 id="reset">Reset</h2>
      <p>
        As the server started: its first teams, without entities. To return to another state, restore its
        snapshot.
      </p>
      <ConfirmButton label="Reset" onConfirm={() => action.run(reset)}>
        All entities, the faults, the log of requests, and the teams that were not there when the server
        started are lost.
      </ConfirmButton>
      <Problem text={action.error} />
    </section>
  )
}

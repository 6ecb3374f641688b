/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { Snapshot } from '../../snapshot/snapshot-schema.ts'
import { useAction } from '../connection/use-action.ts'
import { ConfirmButton } from '../elements/dialog.tsx'
import { downloadFile } from '../elements/download-file.ts'
import { Button, LabelledField, Problem } from '../elements/form.tsx'
import { useConsole } from '../shell/console-context.ts'

/** Lets users save the state as a file, and restore it. The file contains the keys of all teams. */
export function SnapshotSection() {
  const { connection, announce } = useConsole()
  const action = useAction()
  const [file, setFile] = useState<File>()

  async function download(): Promise<void> {
    const snapshot = await connection.call<Snapshot>('GET', '/snapshot')
    downloadFile('snapshot.json', JSON.stringify(snapshot), 'application/json')
  }
  async function restore(): Promise<void> {
    if (file === undefined) return
    await connection.call('PUT', '/snapshot', parseSnapshot(await file.text()))
    announce(`Restored ${file.name}`)
  }

  return (
    <section aria-labelledby="snapshot">
      <h2 id="snapshot">Snapshot</h2>
      <p>
        Teams, keys, entities, documents and the clock, without faults and the log. The file contains the
        keys.
      </p>
      <div class="tools">
        <Button action={action} work={download}>
          Download snapshot
        </Button>
      </div>
      <div class="tools">
        <LabelledField label="Snapshot file">
          <input
            type="file"
            accept=".json"
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          />
        </LabelledField>
        <ConfirmButton label="Restore" disabled={file === undefined} onConfirm={() => action.run(restore)}>
          The present state is replaced by that of {file?.name}.
        </ConfirmButton>
      </div>
      <Problem text={action.error} />
    </section>
  )
}

function parseSnapshot(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError('The file is no JSON. Choose one that was downloaded here.')
  }
}

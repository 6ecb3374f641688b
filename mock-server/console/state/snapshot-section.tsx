/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { Snapshot } from '../../state/changes.ts'
import { useAction } from '../connection/use-action.ts'
import { ConfirmButton, CopyButton } from '../elements/dialog.tsx'
import { Button, Field, Problem } from '../elements/form.tsx'
import { saveFile } from '../elements/save-file.ts'
import { useConsole } from '../shell/console-context.ts'
import { asTest, type ServerOptions } from './as-test.ts'

/** The state as a file, and as a test that builds it. Both hold the keys of all teams. */
export function Snapshots() {
  const { connection, announce } = useConsole()
  const action = useAction()
  const [file, setFile] = useState<File>()

  const snapshot = () => connection.call<Snapshot>('GET', '/snapshot')
  async function test(): Promise<string> {
    const options = await connection.call<ServerOptions>('GET', '/options')
    return asTest(await snapshot(), options)
  }
  const download = async () => saveFile('snapshot.json', JSON.stringify(await snapshot()), 'application/json')
  async function restore(): Promise<void> {
    if (file === undefined) return
    await connection.call('PUT', '/snapshot', readSnapshot(await file.text()))
    announce(`Restored ${file.name}`)
  }

  return (
    <section aria-labelledby="snapshot">
      <h2 id="snapshot">Snapshot</h2>
      <p>
        Teams, keys, entities, documents and the clock, without faults and the log. A file, like a copied
        test, holds the keys.
      </p>
      <div class="tools">
        <Button action={action} work={download}>
          Download snapshot
        </Button>
        <CopyButton label="Copy as a test" text={test} />
      </div>
      <div class="tools">
        <Field label="Snapshot file">
          <input
            type="file"
            accept=".json"
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          />
        </Field>
        <ConfirmButton label="Restore" disabled={file === undefined} onConfirm={() => action.run(restore)}>
          The present state is replaced by that of {file?.name}.
        </ConfirmButton>
      </div>
      <Problem text={action.error} />
    </section>
  )
}

function readSnapshot(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError('The file is no JSON. Choose one that was downloaded here.')
  }
}

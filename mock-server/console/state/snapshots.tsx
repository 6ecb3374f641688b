/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { Snapshot } from '../../state/changes.ts'
import { useAction } from '../connection/use-action.ts'
import { ConfirmButton } from '../elements/confirm-button.tsx'
import { CopyButton } from '../elements/copy-button.tsx'
import { Problem } from '../elements/problem.tsx'
import { saveFile } from '../elements/save-file.ts'
import { useConsole } from '../shell/console-context.ts'
import { asTest, type ServerOptions } from './as-test.ts'

/** The state as a file, and as a test that builds it. Both hold the keys of all teams. */
export function Snapshots() {
  const { connection, announce } = useConsole()
  const { run, isBusy, error } = useAction()
  const [file, setFile] = useState<File>()

  const snapshot = () => connection.call<Snapshot>('GET', '/snapshot')
  async function test(): Promise<string> {
    const options = await connection.call<ServerOptions>('GET', '/options')
    return asTest(await snapshot(), options)
  }
  const download = () =>
    run(async () => saveFile('snapshot.json', JSON.stringify(await snapshot()), 'application/json'))
  const downloadTest = () => run(async () => saveFile('state.test.ts', await test(), 'text/typescript'))

  async function restore(file: File): Promise<void> {
    const isDone = await run(async () => connection.call('PUT', '/snapshot', readSnapshot(await file.text())))
    if (isDone) announce(`Restored ${file.name}`)
  }

  return (
    <section aria-labelledby="snapshot">
      <h2 id="snapshot">Snapshot</h2>
      <p>
        Teams, keys, entities, documents and the clock, without faults and the log. A file, like a copied
        test, holds the keys.
      </p>
      <div class="tools">
        <button type="button" aria-disabled={isBusy} onClick={download}>
          Download snapshot
        </button>
        <CopyButton label="Copy as a test" text={test} />
        <button type="button" aria-disabled={isBusy} onClick={downloadTest}>
          Download as a test
        </button>
      </div>
      <div class="tools">
        <label class="field">
          <span>Snapshot file</span>
          <input
            type="file"
            accept=".json"
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
          />
        </label>
        <ConfirmButton
          label="Restore"
          disabled={file === undefined}
          onConfirm={() => file !== undefined && restore(file)}
        >
          The present state is replaced by that of {file?.name}.
        </ConfirmButton>
      </div>
      <Problem text={error} />
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

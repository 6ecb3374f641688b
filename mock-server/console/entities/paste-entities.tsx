/** @jsxImportSource preact */
import { useMemo, useState } from 'preact/hooks'
import { messageOf } from '../connection/send-call.ts'
import { useAction } from '../connection/use-action.ts'
import { Choice } from '../elements/choice.tsx'
import { Dialog } from '../elements/dialog.tsx'
import { Problem } from '../elements/problem.tsx'
import { TextField } from '../elements/text-field.tsx'
import { type Column, WindowedTable } from '../elements/windowed-table.tsx'
import { useConsole } from '../shell/console-context.ts'
import { type Defaults, type Pasted, readPasted, types } from './pasted-rows.ts'
import { type Progress, type RowError, sendRows } from './send-rows.ts'

interface ErrorRow extends RowError {
  readonly index: number
}

const columns: readonly Column<RowError>[] = [
  { title: 'Line', track: '3.5rem', cell: ({ line }) => line ?? '?' },
  { title: 'Name', track: 'minmax(6rem, 1fr)', from: 420, cell: ({ name }) => name },
  {
    title: 'What is wrong',
    track: 'minmax(10rem, 2fr)',
    cell: ({ reason }) => <span title={reason}>{reason}</span>,
  },
]

/** Creates many entities from a pasted text, and says of each row that was refused why. */
export function PasteEntities({ team, onClose }: { team: string; onClose: () => void }) {
  const { connection } = useConsole()
  const { run, isBusy, error } = useAction()
  const [text, setText] = useState('')
  const [type, setType] = useState<keyof typeof types>('organization')
  const [countryCode, setCountryCode] = useState('')
  const [progress, setProgress] = useState<Progress>()
  const [opened, setOpened] = useState<ErrorRow>()
  const { pasted, problem } = useMemo(() => read(text, { type, countryCode }), [text, type, countryCode])
  const count = pasted?.rows.length ?? 0
  const lacking = pasted?.rows.find(({ row }) => row.countryCode === undefined)

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    run(async () => {
      for await (const step of sendRows(connection, team, pasted?.rows ?? [])) setProgress(step)
    })
  }

  return (
    <Dialog title={`Paste entities into ${team}`} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <label class="field">
          <span>One name a line, a table whose first line names the columns, or a JSON array</span>
          <textarea
            rows={8}
            value={text}
            spellcheck={false}
            placeholder={'name,type,country,registration\nNordwind GmbH,organization,DE,HRB 7'}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value)
              setProgress(undefined)
              setOpened(undefined)
            }}
          />
        </label>
        <div class="tools">
          <Choice label="Type, if not given" options={types} value={type} onChange={setType} />
          <TextField
            label="Country, if not given"
            hint="such as DE"
            value={countryCode}
            required={lacking !== undefined}
            onInput={setCountryCode}
          />
          <button
            type="submit"
            disabled={isBusy || count === 0 || lacking !== undefined || progress !== undefined}
          >
            Create {count.toLocaleString('en')} {count === 1 ? 'entity' : 'entities'}
          </button>
        </div>
        <Problem text={problem ?? error} />
        <p role="status">
          {lacking !== undefined && `Line ${lacking.line} has no country: fill in "Country, if not given". `}
          {statusOf(pasted, progress)}
        </p>
      </form>
      {progress !== undefined && progress.errors.length > 0 && (
        <WindowedTable
          label="Rows that were not created"
          columns={columns}
          rows={progress.errors.map((row, index) => ({ ...row, index }))}
          keyOf={({ index }) => index}
          selected={opened?.index}
          onOpen={setOpened}
        />
      )}
      <p aria-live="polite">{opened !== undefined && progress !== undefined && sentenceOf(opened)}</p>
    </Dialog>
  )
}

function read(text: string, defaults: Defaults): { pasted?: Pasted; problem?: string } {
  if (text.trim() === '') return {}
  try {
    return { pasted: readPasted(text, defaults) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

/** All of a row that the table cuts off. */
function sentenceOf({ line, name, reason }: ErrorRow): string {
  return `${line === null ? '' : `Line ${line}, `}${name}: ${reason}`
}

function statusOf(pasted: Pasted | undefined, progress: Progress | undefined): string {
  if (pasted === undefined) return ''
  if (progress === undefined) {
    if (pasted.ignored.length === 0) return ''
    return `Left out, for a row has no such field: ${pasted.ignored.join(', ')}.`
  }
  const { created, errors, stopped } = progress
  const [all, done, wrong] = [pasted.rows.length, created, errors.length].map(number =>
    number.toLocaleString('en'),
  )
  const counts = `${done} of ${all} created${wrong === '0' ? '' : `, ${wrong} refused`}.`
  if (stopped === null) return counts
  return `${counts} ${stopped}`
}

/** @jsxImportSource preact */
import { useMemo, useState } from 'preact/hooks'
import { messageOf } from '../connection/send-call.ts'
import { useAction } from '../connection/use-action.ts'
import { Choice } from '../elements/choice.tsx'
import { Dialog } from '../elements/dialog.tsx'
import { Problem } from '../elements/problem.tsx'
import { useConsole } from '../shell/console-context.ts'
import { readGiven, types } from './given-entities.ts'

/** Loads many entities from a pasted text, screened already: all of them or none. */
export function LoadEntities({ team, onClose }: { team: string; onClose: () => void }) {
  const { connection, announce } = useConsole()
  const { run, error } = useAction()
  const [text, setText] = useState('')
  const [type, setType] = useState<keyof typeof types>('organization')
  const { given, problem } = useMemo(() => read(text, type), [text, type])
  const count = given?.entities.length ?? 0
  const counted = `${count.toLocaleString('en')} ${count === 1 ? 'entity' : 'entities'}`

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (!(await run(() => connection.call('POST', '/load', { team, ...given })))) return
    announce(`Loaded ${counted}`)
    onClose()
  }

  return (
    <Dialog title={`Load entities into ${team}`} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <label class="field">
          <span>
            One name a line, a table whose first line names the columns, or JSON as server.load takes it
          </span>
          <textarea
            rows={8}
            value={text}
            required
            spellcheck={false}
            placeholder={'name,type,country,registration\nNordwind GmbH,organization,DE,HRB 7'}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <div class="tools">
          <Choice label="Type, if not given" options={types} value={type} onChange={setType} />
          <button type="submit" disabled={count === 0}>
            Load {counted}
          </button>
        </div>
        <Problem text={problem ?? error} />
      </form>
    </Dialog>
  )
}

function read(text: string, type: keyof typeof types) {
  if (text.trim() === '') return {}
  try {
    return { given: readGiven(text, type) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

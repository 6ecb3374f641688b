/** @jsxImportSource preact */
import { useMemo, useState } from 'preact/hooks'
import { messageOf } from '../../../src/shared/errors.ts'
import { useAction } from '../connection/use-action.ts'
import { Dialog } from '../elements/dialog.tsx'
import { Choice, Form, Problem, TextField } from '../elements/form.tsx'
import { useConsole } from '../shell/console-context.ts'
import { readEntities, typeLabels } from './read-entities.ts'

export function LoadEntitiesDialog({ team, onClose }: { team: string; onClose: () => void }) {
  const { connection, announce } = useConsole()
  const [text, setText] = useState('')
  const [type, setType] = useState<keyof typeof typeLabels>('organization')
  const { fixtures, problem } = useMemo(() => tryReading(text, type), [text, type])
  const count = (fixtures?.entities ?? fixtures?.items)?.length ?? 0
  const entityCount = `${count.toLocaleString('en')} ${count === 1 ? 'entity' : 'entities'}`

  async function load(): Promise<void> {
    await connection.call('POST', '/load', { team, ...fixtures })
    announce(`Loaded ${entityCount}`)
    onClose()
  }

  return (
    <Dialog title={`Load entities into ${team}`} onClose={onClose}>
      <Form action={useAction()} work={load} submit={`Load ${entityCount}`} canSubmit={count > 0}>
        <TextField
          label="One name a line, or JSON as server.load takes it"
          hint={'Nordwind GmbH\nHalfmoon Minerals Oy'}
          rows={8}
          value={text}
          onInput={setText}
          required
        />
        <Choice label="Type, if the text has none" options={typeLabels} value={type} onChange={setType} />
        <Problem text={problem} />
      </Form>
    </Dialog>
  )
}

function tryReading(text: string, type: keyof typeof typeLabels) {
  if (text.trim() === '') return {}
  try {
    return { fixtures: readEntities(text, type) }
  } catch (error) {
    return { problem: messageOf(error) }
  }
}

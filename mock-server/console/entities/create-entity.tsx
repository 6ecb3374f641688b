/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { sendRequest } from '../connection/send-request.ts'
import { useAction } from '../connection/use-action.ts'
import { Choice } from '../elements/choice.tsx'
import { Dialog } from '../elements/dialog.tsx'
import { Problem } from '../elements/problem.tsx'
import { TextField } from '../elements/text-field.tsx'
import { useConsole } from '../shell/console-context.ts'
import { types } from './given-entities.ts'

/** Creates one entity in a team. */
export function CreateEntity({ team, onClose }: { team: string; onClose: () => void }) {
  const { connection, announce } = useConsole()
  const { run, isBusy, error } = useAction()
  const [type, setType] = useState<keyof typeof types>('organization')
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const field = (name: string, label: string, hint?: string) => (
    <TextField
      label={label}
      value={fields[name] ?? ''}
      {...(hint === undefined ? {} : { hint })}
      required={name === 'name'}
      onInput={value => setFields({ ...fields, [name]: value })}
    />
  )

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const ofType = new Set([
      'name',
      'countryCode',
      ...(type === 'person' ? ['birthDate', 'nationalId'] : ['registration']),
    ])
    const given = Object.entries(fields).filter(([name, value]) => ofType.has(name) && value.trim() !== '')
    const body = { type, ...Object.fromEntries(given) }
    const isDone = await run(() =>
      sendRequest(connection, { team, method: 'POST', path: '/v1/entities', body }),
    )
    if (!isDone) return
    announce(`Created ${fields.name}`)
    onClose()
  }

  return (
    <Dialog title={`Create an entity in ${team}`} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Choice label="Type" options={types} value={type} onChange={setType} />
        {field('name', 'Name', type === 'person' ? 'Ilse Brandt' : 'Nordwind GmbH')}
        {field('countryCode', 'Country', '2-letter code, such as DE')}
        {type === 'organization' && field('registration', 'Registration')}
        {type === 'person' && field('birthDate', 'Birth date', 'YYYY-MM-DD')}
        {type === 'person' && field('nationalId', 'National ID')}
        <Problem text={error} />
        <button type="submit" aria-disabled={isBusy}>
          Create
        </button>
      </form>
    </Dialog>
  )
}

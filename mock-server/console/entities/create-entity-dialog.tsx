/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { sendRequest } from '../connection/send-request.ts'
import { useAction } from '../connection/use-action.ts'
import { Dialog } from '../elements/dialog.tsx'
import { Choice, Form, TextField } from '../elements/form.tsx'
import { useConsole } from '../shell/console-context.ts'
import { typeLabels } from './read-entities.ts'

interface DialogProps {
  readonly team: string
  readonly onClose: () => void
}

export function CreateEntityDialog({ team, onClose }: DialogProps) {
  const { connection, announce } = useConsole()
  const [type, setType] = useState<keyof typeof typeLabels>('organization')
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const formFields = {
    name: ['Name', type === 'person' ? 'Ilse Brandt' : 'Nordwind GmbH'],
    countryCode: ['Country', '2-letter code, such as DE'],
    ...(type === 'organization'
      ? { registration: ['Registration'] }
      : { birthDate: ['Birth date', 'YYYY-MM-DD'], nationalId: ['National ID'] }),
  }

  async function create(): Promise<void> {
    const filled = Object.keys(formFields).filter(name => fields[name]?.trim())
    const body = { type, ...Object.fromEntries(filled.map(name => [name, fields[name]])) }
    await sendRequest(connection, { team, method: 'POST', path: '/v1/entities', body })
    announce(`Created ${fields.name}`)
    onClose()
  }

  return (
    <Dialog title={`Create an entity in ${team}`} onClose={onClose}>
      <Form action={useAction()} work={create} submit="Create">
        <Choice label="Type" options={typeLabels} value={type} onChange={setType} />
        {Object.entries(formFields).map(([name, [label = '', hint]]) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            value={fields[name] ?? ''}
            required={name === 'name'}
            onInput={value => setFields({ ...fields, [name]: value })}
          />
        ))}
      </Form>
    </Dialog>
  )
}

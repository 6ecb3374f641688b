/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { isRecord, type JsonRecord, tryParseJson } from '../../../src/shared/json.ts'
import { useAction } from '../connection/use-action.ts'
import { Dialog } from '../elements/dialog.tsx'
import { Form, Problem, TextField } from '../elements/form.tsx'

interface FixtureDialogProps {
  readonly title: string
  readonly fixture: JsonRecord
  readonly submit: string
  /** Stores the edited fixture. The server validates it. */
  readonly save: (fixture: JsonRecord) => Promise<void>
  readonly onClose: () => void
}

/** The fields that can be edited beside the JSON, with their labels. */
const fields: Readonly<Record<string, string>> = {
  name: 'Name',
  countryCode: 'Country',
  caseStatus: 'Status',
  riskLevel: 'Risk',
  riskScore: 'Score',
}

/** Edits an entity as JSON in the form of `load`, and its commonest fields in the same JSON. */
export function FixtureDialog({ title, fixture, submit, save, onClose }: FixtureDialogProps) {
  const [text, setText] = useState(() => JSON.stringify(fixture, null, 2))
  const json = tryParseJson(text)
  const edited = isRecord(json) ? json : undefined

  function setField(name: string, value: string): void {
    const { [name]: _, ...others } = edited ?? {}
    const fieldValue = name === 'riskScore' ? Number(value) : value
    setText(JSON.stringify(value === '' ? others : { ...edited, [name]: fieldValue }, null, 2))
  }

  async function submitForm(): Promise<void> {
    if (edited === undefined) return
    await save(edited)
    onClose()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <Form action={useAction()} work={submitForm} submit={submit} canSubmit={edited !== undefined}>
        <div class="fields">
          {Object.entries(fields).map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              value={String(edited?.[name] ?? '')}
              onInput={value => setField(name, value)}
              isWide={name === 'name'}
              isNumber={name === 'riskScore'}
              isDisabled={edited === undefined}
              hint={name === 'riskLevel' ? 'such as High Risk' : undefined}
            />
          ))}
        </div>
        <TextField label="JSON" rows={10} value={text} onInput={setText} />
        <p class="dim">
          An entity with a field of the list, such as a status, risk or score, is not screened. The list shows
          what is stated here, and the network is the entity alone, unless one was loaded.
        </p>
        <Problem text={edited === undefined ? 'The text must be a JSON object.' : undefined} />
      </Form>
    </Dialog>
  )
}

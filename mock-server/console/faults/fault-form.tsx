/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useAction } from '../connection/use-action.ts'
import { Field } from '../elements/field.tsx'
import { Problem } from '../elements/problem.tsx'
import { examples, keyless } from '../requests/examples.ts'
import { useConsole } from '../shell/console-context.ts'
import { faultKinds } from './fault-kinds.ts'

/** Adds a fault; the server says what is wrong with it. */
export function FaultForm({ onAdded }: { onAdded: () => void }) {
  const { connection, announce, teams } = useConsole()
  const [kind, setKind] = useState('status')
  const [operation, setOperation] = useState('')
  const adding = useAction()
  const hasBody = kind === 'status' || kind === 'rate_limit'
  const hasTeam = !keyless.includes(operation)
  const add = (form: HTMLFormElement) =>
    adding.run(async () => {
      await connection.call('POST', '/faults', readFault(new FormData(form)))
      announce('The fault is active.')
      onAdded()
    })
  return (
    <form
      class="fault-form"
      onSubmit={event => {
        event.preventDefault()
        add(event.currentTarget)
      }}
    >
      <div class="fields">
        <Field label="Operation">
          <select
            name="operation"
            value={operation}
            onChange={event => setOperation(event.currentTarget.value)}
          >
            <option value="">every operation</option>
            {Object.keys(examples).map(name => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
        <Field label="What happens" isWide>
          <select name="kind" value={kind} onChange={event => setKind(event.currentTarget.value)}>
            {Object.entries(faultKinds).map(([name, sentence]) => (
              <option key={name} value={name}>
                {sentence}
              </option>
            ))}
          </select>
        </Field>
        {kind === 'status' && (
          <Field label="Status">
            <input name="status" type="number" min={400} max={599} defaultValue={500} required />
          </Field>
        )}
        {hasBody && (
          <Field label="Body: JSON or text" isWide>
            <textarea name="body" rows={1} spellcheck={false} placeholder="the service's own error body" />
          </Field>
        )}
        {hasBody && (
          <Field label="Retry-After, milliseconds">
            <input
              name="retryAfter"
              type="number"
              min={0}
              placeholder={kind === 'status' ? 'none' : '1000'}
            />
          </Field>
        )}
        <Field label="Delay, milliseconds">
          <input name="delay" type="number" min={1} placeholder="none" required={kind === 'delay'} />
        </Field>
        <Field label="Probability, %">
          <input name="percent" type="number" min={0.01} max={100} step={0.01} defaultValue={100} required />
        </Field>
        <Field label="Ends after hits">
          <input name="times" type="number" min={1} placeholder="never" />
        </Field>
        {hasTeam && (
          <Field label="Team">
            <select name="team">
              <option value="">every team</option>
              {teams.map(({ id }) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </select>
          </Field>
        )}
      </div>
      <Problem text={adding.error} />
      <button type="submit" aria-disabled={adding.isBusy}>
        Add fault
      </button>
    </form>
  )
}

/** The fault in the fields; those that are empty are left out. */
function readFault(fields: FormData): Record<string, unknown> {
  const filled = [...fields].flatMap(([name, value]) =>
    typeof value === 'string' && value ? [{ name, value }] : [],
  )
  return Object.fromEntries(
    filled.map(({ name, value }) => {
      if (name === 'percent') return ['probability', Number(value) / 100]
      if (name === 'body') return [name, jsonOrText(value)]
      return [name, numbers.includes(name) ? Number(value) : value]
    }),
  )
}

const numbers = ['status', 'retryAfter', 'delay', 'times']

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

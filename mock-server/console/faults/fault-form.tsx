/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { FaultKind } from '../../faults/fault.ts'
import { useAction } from '../connection/use-action.ts'
import { Choice, Form, optionsOf, TextField } from '../elements/form.tsx'
import { operationNames, teamlessOperations } from '../requests/operation-examples.ts'
import { useConsole } from '../shell/console-context.ts'

export const faultKindLabels: Readonly<Record<FaultKind, string>> = {
  status: 'Error status; nothing is done',
  rate_limit: '429 with Retry-After; nothing is done',
  delay: 'The response comes later',
  reset: 'The connection breaks before anything is done',
  no_response: 'No response ever comes; nothing is done',
  malformed_json: 'Done, but the response is broken JSON',
  truncated: 'Done, but the response breaks off halfway',
  html: 'Done, but the response is a page of HTML',
  content_type: 'Done, but the response has another content type',
  lost_response: 'Done, but the connection breaks before the response',
}

const operations = optionsOf('every operation', operationNames)
const numericFields = ['status', 'retryAfter', 'delay', 'times', 'probability']

export function FaultForm({ onAdded }: { onAdded: () => void }) {
  const { connection, announce, teams } = useConsole()
  const action = useAction()
  const [kind, setKind] = useState<FaultKind>('status')
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({
    status: '500',
    probability: '100',
  })
  const hasBody = kind === 'status' || kind === 'rate_limit'
  const hasTeam = !teamlessOperations.includes(fields.operation ?? '')
  const setField = (name: string) => (text: string) => setFields({ ...fields, [name]: text })
  const field = (
    name: string,
    label: string,
    hint?: string,
    more: { isWide?: boolean; required?: boolean; rows?: number } = {},
  ) => (
    <TextField
      label={label}
      value={fields[name] ?? ''}
      onInput={setField(name)}
      hint={hint}
      isNumber={numericFields.includes(name)}
      {...more}
    />
  )
  const selectFields = ({ status, body, retryAfter, team, ...others }: typeof fields) => ({
    ...others,
    ...(kind === 'status' && { status }),
    ...(hasBody && { body, retryAfter }),
    ...(hasTeam && { team }),
  })
  async function add(): Promise<void> {
    await connection.call('POST', '/faults', { kind, ...readFault(selectFields(fields)) })
    announce('The fault is active.')
    onAdded()
  }
  return (
    <Form action={action} work={add} submit="Add fault">
      <div class="fields">
        <Choice
          label="Operation"
          options={operations}
          value={fields.operation ?? ''}
          onChange={setField('operation')}
        />
        <Choice label="What happens" options={faultKindLabels} value={kind} onChange={setKind} isWide />
        {kind === 'status' && field('status', 'Status', undefined, { required: true })}
        {hasBody &&
          field('body', 'Body: JSON or text', "the service's own error body", { isWide: true, rows: 1 })}
        {hasBody && field('retryAfter', 'Retry-After, milliseconds', kind === 'status' ? 'none' : '1000')}
        {field('delay', 'Delay, milliseconds', 'none', { required: kind === 'delay' })}
        {field('probability', 'Probability, %', undefined, { required: true })}
        {field('times', 'Ends after hits', 'never')}
        {hasTeam && (
          <Choice
            label="Team"
            options={optionsOf(
              'every team',
              teams.map(({ id }) => id),
            )}
            value={fields.team ?? ''}
            onChange={setField('team')}
          />
        )}
      </div>
    </Form>
  )
}

/** Reads the fault from the fields of the form. */
function readFault(fields: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  const filled = Object.entries(fields).filter(([, text]) => text)
  return Object.fromEntries(
    filled.map(([name, text = '']) => {
      if (name === 'body') return [name, parseFaultBody(text)]
      if (name === 'probability') return [name, Number(text) / 100]
      return [name, numericFields.includes(name) ? Number(text) : text]
    }),
  )
}

/** Parses JSON. Returns a string that is not JSON unchanged. */
function parseFaultBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

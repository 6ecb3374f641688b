/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { sendRequest } from '../connection/send-request.ts'
import { useAction } from '../connection/use-action.ts'
import { Choice } from '../elements/choice.tsx'
import { utcTime } from '../elements/instant.ts'
import { Problem } from '../elements/problem.tsx'
import { TextField } from '../elements/text-field.tsx'
import { useConsole } from '../shell/console-context.ts'

/** A document, as the control API shows it. */
export interface AttachedDocument {
  readonly id: string
  readonly url: string
  readonly title: string
  readonly type: string
  readonly attachedAt: string
  readonly analysedAt: string
}

/** Specification: POST /v1/entities/{id}/documents, type. */
const types = {
  other: 'Other',
  identity_document: 'Identity document',
  financial_statement: 'Financial statement',
  certificate: 'Certificate',
  contract: 'Contract',
  ubo_declaration: 'UBO declaration',
  business_license: 'Business license',
  risk_assessment: 'Risk assessment',
} as const

/** The documents of an entity, and a form that attaches one. */
export function Documents({
  team,
  id,
  documents,
}: {
  team: string
  id: string
  documents: readonly AttachedDocument[]
}) {
  const { connection, announce } = useConsole()
  const { run, isBusy, error } = useAction()
  const [url, setUrl] = useState('')
  const [title, setTitle] = useState('')
  const [type, setType] = useState<keyof typeof types>('other')

  async function attach(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const path = `/v1/entities/${encodeURIComponent(id)}/documents`
    const body = { document_url: url.trim(), type, ...(title.trim() === '' ? {} : { title }) }
    if (!(await run(() => sendRequest(connection, { team, method: 'POST', path, body })))) return
    announce('Document attached')
    setUrl('')
    setTitle('')
  }

  return (
    <details class="documents" open={documents.length > 0}>
      <summary>Documents ({documents.length})</summary>
      <ul>
        {documents.map(document => (
          <li key={document.id}>
            <strong>
              <bdi>{document.title}</bdi>
            </strong>{' '}
            {document.type}, <bdi>{document.url}</bdi>, attached {utcTime(document.attachedAt)}, analysed{' '}
            {utcTime(document.analysedAt)}
          </li>
        ))}
      </ul>
      <form class="tools" onSubmit={attach}>
        <TextField
          label="Address"
          hint="https://example.com/report.pdf"
          value={url}
          onInput={setUrl}
          required
        />
        <TextField label="Title" value={title} onInput={setTitle} />
        <Choice label="Type" options={types} value={type} onChange={setType} />
        <button type="submit" aria-disabled={isBusy}>
          Attach
        </button>
      </form>
      <Problem text={error} />
    </details>
  )
}

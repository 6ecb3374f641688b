/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { documentTypes } from '../../../src/contract/values.ts'
import type { describeEntity } from '../../admin/entities.ts'
import { sendRequest } from '../connection/send-request.ts'
import { useAction } from '../connection/use-action.ts'
import { Choice, Form, optionsOf, TextField } from '../elements/form.tsx'
import { utcTime } from '../elements/instant.ts'
import { PlainTable } from '../elements/plain-table.tsx'
import { useConsole } from '../shell/console-context.ts'

const typeOptions = optionsOf('other', documentTypes)

interface DocumentsProps extends Pick<ReturnType<typeof describeEntity>, 'team' | 'documents'> {
  readonly id: string
}

export function Documents({ team, id, documents }: DocumentsProps) {
  const { connection, announce } = useConsole()
  const [url, setUrl] = useState('')
  const [title, setTitle] = useState('')
  const [type, setType] = useState('')

  async function attach(): Promise<void> {
    const path = `/v1/entities/${encodeURIComponent(id)}/documents`
    const filled = Object.entries({ title: title.trim(), type }).filter(([, text]) => text !== '')
    const body = { document_url: url.trim(), ...Object.fromEntries(filled) }
    await sendRequest(connection, { team, method: 'POST', path, body })
    announce('Document attached')
    setUrl('')
    setTitle('')
  }

  return (
    <details open={documents.length > 0}>
      <summary>Documents ({documents.length})</summary>
      <PlainTable
        label="Documents"
        titles={['Title', 'Address', 'Times', 'Type']}
        oneLine={['Times', 'Type']}
        rows={documents.map(({ id, title, type, url, attachedAt, analysedAt }) => ({
          key: id,
          cells: [
            <bdi key="title">{title}</bdi>,
            <bdi key="url">{url}</bdi>,
            <>
              attached {utcTime(attachedAt)}
              <br />
              analysed {utcTime(analysedAt)}
            </>,
            type,
          ],
        }))}
        isStacked
      />
      <Form action={useAction()} layout="tools" work={attach} submit="Attach">
        <TextField
          label="Address"
          hint="https://example.com/report.pdf"
          value={url}
          onInput={setUrl}
          required
          isWide
        />
        <TextField label="Title" value={title} onInput={setTitle} />
        <Choice label="Type" options={typeOptions} value={type} onChange={setType} />
      </Form>
    </details>
  )
}

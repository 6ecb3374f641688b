import * as z from 'zod/mini'
import { attachedDocument } from '../contract/document.ts'
import { UnreadableBody } from '../contract/issues.ts'
import { text as requiredText, webAddress } from '../contract/text.ts'
import { type DocumentType, documentTypes } from '../contract/values.ts'
import type { Extra } from '../quirks/extra.ts'
import type { QuirkLog } from '../quirks/log.ts'
import { text } from '../quirks/scalar.ts'
import { fieldNames, openRecord, take, takeExtra, unwrap } from './record.ts'

/** A document to attach (specification: POST /v1/entities/{id}/documents). */
export interface DocumentInput {
  /** http or https, and publicly reachable: the service fetches it. */
  url: string
  /** The service takes the file name from the URL where it is left out. */
  title?: string | undefined
  /** @default 'other' */
  type?: DocumentType | undefined
}

/** A document whose analysis has started. */
export interface AttachedDocument {
  documentId: string
  message: string | null
  /** Identifies the analysis run; the service shows no operation that reads one. */
  runId: string | null
  extra: Extra
}

export const documentInput = z.strictObject({
  url: webAddress,
  title: z.optional(requiredText),
  type: z.optional(z.enum(documentTypes)),
})

export function encodeDocument({ url, title, type }: DocumentInput): unknown {
  return { document_url: url, title, type }
}

const fields = fieldNames(attachedDocument)

export function decodeAttachedDocument(body: unknown, log: QuirkLog): AttachedDocument {
  const { data, path } = unwrap(body, log)
  const record = openRecord(data, path, log)
  const documentId = take(record, 'documentId', text)
  if (!documentId) throw new UnreadableBody([...path, 'documentId'], 'must be the identifier of the document')
  return {
    documentId,
    message: take(record, 'message', text),
    runId: take(record, 'run_id', text),
    extra: takeExtra(record, fields),
  }
}

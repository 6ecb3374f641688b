import * as z from 'zod/mini'
import { attachedDocument } from '../contract/entity.ts'
import { UnreadableBody } from '../contract/issues.ts'
import { webAddress } from '../contract/text.ts'
import { documentTypes } from '../contract/values.ts'
import { requiredText, text } from '../quirks/scalar.ts'
import { dataOf } from '../reading/body.ts'
import type { ReadContext } from '../reading/read-context.ts'
import { createRecordReader, type ModelOf, type Wire } from '../reading/read-record.ts'
import { noUnknownFields } from '../reading/reading.ts'
import { type InputOf, isOneLine, optionalText } from './inputs.ts'

const fields = {
  /** http or https, and publicly reachable: the service fetches it. */
  url: webAddress.check(isOneLine),
  /** Title of the document; the service takes the file name from the URL where it is left out. */
  title: optionalText,
  /** What the document is. Default: `other`. */
  type: z.optional(z.enum(documentTypes)),
}

/**
 * What `client.entities.attachDocument` takes, as it checks it (specification: POST /v1/entities/{id}/documents).
 *
 * @example
 * const { error } = documentInput.safeParse({ url: 'file:///accounts.pdf' })
 * console.log(error?.issues[0]?.message) // must be an absolute http or https URL
 */
export const documentInput = z.strictObject(fields)

/**
 * A document to attach (specification: POST /v1/entities/{id}/documents).
 *
 * @example
 * const document: DocumentInput = { url: 'https://example.com/accounts-2024.pdf', type: 'financial_statement' }
 */
export interface DocumentInput extends InputOf<typeof fields> {}

function attachedDocumentOf(wire: Wire<typeof attachedDocument>, context: ReadContext) {
  return {
    /** Identifier of the document, never empty. No operation reads a document. */
    documentId: requiredText(wire.documentId, context, 'documentId'),
    /** The service's own words on what it began; null where it has none. */
    message: text(wire.message, context, 'message'),
    /** Identifies the analysis run, which no operation reads; null where the response has none. */
    runId: text(wire.run_id, context, 'run_id'),
    unknownFields: noUnknownFields,
  }
}

const attachedDocumentReader = createRecordReader(attachedDocument, attachedDocumentOf, {
  conclude({ documentId }, _, { path }) {
    if (documentId === '')
      throw new UnreadableBody([...path, 'documentId'], 'must be the identifier of the document')
  },
})

/** A document whose analysis has started (specification: POST /v1/entities/{id}/documents). */
export interface AttachedDocument extends ModelOf<typeof attachedDocumentOf> {}

export const decodeAttachedDocument = dataOf(attachedDocumentReader)

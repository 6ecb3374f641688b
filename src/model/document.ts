import * as z from 'zod/mini'
import { attachedDocument } from '../contract/entity.ts'
import { UnreadableBody } from '../contract/issues.ts'
import { webAddress } from '../contract/text.ts'
import { type DocumentType, documentTypes } from '../contract/values.ts'
import { textOrEmpty, textOrNull } from '../quirks/scalar.ts'
import { createDataDecoder } from '../reading/body.ts'
import { createRecordReader, type ModelOf } from '../reading/read-record.ts'
import { noUnknownFields } from '../reading/unknown-fields.ts'
import { type FieldsOf, oneLineCheck, optionalText } from './inputs.ts'

/**
 * A document to attach.
 *
 * @example
 * const document: AttachDocumentInput = { url: 'https://example.com/accounts-2024.pdf', type: 'financial_statement' }
 */
export interface AttachDocumentInput {
  /** An http or https URL. It must be publicly reachable, because the service downloads the document. */
  url: string
  /** Title of the document. Default: the file name in the URL. */
  title?: string | undefined
  /** Kind of document. Default: `other`. */
  type?: DocumentType | undefined
}

/**
 * The schema by which `client.entities.attachDocument` checks its input.
 *
 * @example
 * const { error } = documentInput.safeParse({ url: 'file:///accounts.pdf' })
 * console.log(error?.issues[0]?.message) // must be an absolute http or https URL
 */
export const documentInput = z.strictObject({
  url: webAddress.check(oneLineCheck),
  title: optionalText,
  type: z.optional(z.enum(documentTypes)),
} satisfies FieldsOf<AttachDocumentInput>)

const attachedDocumentReader = createRecordReader(
  attachedDocument,
  (wire, context) => ({
    /** Identifier of the document, never empty. The service has no operation to retrieve a document. */
    documentId: textOrEmpty(wire.documentId, context, 'documentId'),
    /** Message of the service; null if there is none. */
    message: textOrNull(wire.message, context, 'message'),
    /** Identifier of the analysis run; null if there is none. The service has no operation to retrieve a run. */
    runId: textOrNull(wire.run_id, context, 'run_id'),
    unknownFields: noUnknownFields,
  }),
  {
    conclude({ documentId }, _, { path }) {
      if (documentId === '')
        throw new UnreadableBody([...path, 'documentId'], 'must be the identifier of the document')
    },
  },
)

/** A document whose analysis has started. */
export interface AttachedDocument extends ModelOf<typeof attachedDocumentReader> {}

export const decodeAttachedDocument = createDataDecoder(attachedDocumentReader)

import * as z from 'zod/mini'
import { text, webAddress } from './text.ts'
import { documentTypes } from './values.ts'

/** Body of attaching a document (specification: POST /v1/entities/{id}/documents). */
export const attachDocumentRequest = z.object({
  /** Must be publicly reachable. */
  document_url: webAddress,
  /** Default: the file name taken from the URL. */
  title: z.optional(text),
  /** Default: "other". */
  type: z._default(z.enum(documentTypes), 'other'),
})

/** A document whose analysis has started (specification: POST /v1/entities/{id}/documents, response). */
export const attachedDocument = z.looseObject({
  documentId: z.string(),
  message: z.string(),
  /** Identifies the analysis run; no operation that reads a run is shown. */
  run_id: z.string(),
})

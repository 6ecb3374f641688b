import * as z from 'zod/mini'
import { text, webAddress } from './text.ts'
import { documentTypes } from './values.ts'

/**
 * Body of attaching a document (specification: POST /v1/entities/{id}/documents).
 *
 * @example
 * const { type } = attachDocumentRequest.parse({ document_url: 'https://example.com/report.pdf' })
 * console.log(type) // other
 */
export const attachDocumentRequest = z.object({
  /** Must be publicly reachable. */
  document_url: webAddress,
  /** Default: the file name taken from the URL. */
  title: z.optional(text),
  /** Default: "other". */
  type: z._default(z.enum(documentTypes), 'other'),
})

/**
 * A document whose analysis has started, within its envelope (specification: POST /v1/entities/{id}/documents, response).
 *
 * @example
 * const response = await client.entities.attachDocument(id, { url: 'https://example.com/report.pdf' }).asResponse()
 * const { data } = envelope(attachedDocument).parse(await response.json())
 */
export const attachedDocument = z.looseObject({
  /** Document identifier. */
  documentId: z.string(),
  /** What happened, in a sentence. */
  message: z.string(),
  /** Identifies the analysis run; no operation that reads a run is shown. */
  run_id: z.string(),
})

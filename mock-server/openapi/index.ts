import { buildDocument } from './document.ts'
import type { OpenApiDocument } from './document-types.ts'
import { recording } from './recorded-calls.ts'

export type { OpenApiDocument } from './document-types.ts'

export interface OpenApiOptions {
  /**
   * Where the service is.
   *
   * @default '/': the origin that serves the document
   */
  baseUrl?: string | undefined
}

/**
 * The service as an OpenAPI 3.1 document, made of the contract: plain JSON.
 *
 * @example
 * const document = createOpenApi({ baseUrl: 'http://127.0.0.1:4010' })
 */
export function createOpenApi({ baseUrl = '/' }: OpenApiOptions = {}): OpenApiDocument {
  return buildDocument(recording, baseUrl)
}

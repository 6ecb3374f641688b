import { attachDocumentRequest } from '../../src/contract/entity.ts'
import { tryDecodeUriComponent } from '../../src/shared/text/decode-uri-component.ts'
import { assertTextLengths, createInvalidInputError, parseBodyWith } from '../message/body.ts'
import { addDocument } from '../state/entities.ts'
import { shortHash } from '../state/identifiers.ts'
import { type OperationCall, requireEntity } from './handler.ts'
import { isPublicHost } from './input/public-address.ts'

/** Attaches a document and starts its analysis, but does not fetch it (specification: POST /v1/entities/{id}/documents). */
export function handleAttachDocument(call: OperationCall) {
  const entity = requireEntity(call)
  const { server, team, body, now } = call
  const input = parseBodyWith(attachDocumentRequest, body)
  assertTextLengths(server, input)
  const { document_url, title, type } = input
  const url = new URL(document_url)
  if (url.username || url.password)
    throw createInvalidInputError('document_url must not hold a user name or password')
  if (!isPublicHost(url.hostname)) {
    throw createInvalidInputError(
      'document_url must be publicly reachable: its host is private, or not a full host name',
    )
  }
  const number = entity.documents.length
  const document = {
    id: shortHash(server.seed, team.id, 'document', entity.id, number),
    runId: `run_${shortHash(server.seed, team.id, 'run', entity.id, number)}`,
    url: document_url,
    title: title ?? fileNameOf(url),
    type,
    attachedAt: now,
  }
  addDocument(server, team, entity, document)
  return {
    success: true,
    data: {
      documentId: document.id,
      message: `Document "${document.title}" attached; its analysis has started.`,
      run_id: document.runId,
    },
  }
}

function fileNameOf(url: URL): string {
  const segment = url.pathname.split('/').findLast(part => part !== '')
  return segment === undefined ? url.hostname : tryDecodeUriComponent(segment)
}

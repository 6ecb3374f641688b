import { endpoints } from '../contract/endpoints.ts'
import { methodNames } from '../contract/method-names.ts'
import {
  type AttachDocumentInput,
  type AttachedDocument,
  decodeAttachedDocument,
  documentInput,
} from '../model/document.ts'
import type { OperationSpec } from './operation-spec.ts'

export const attachDocument: OperationSpec<AttachDocumentInput, AttachedDocument> = {
  operation: 'attachDocument',
  methodName: methodNames.attachDocument,
  contract: endpoints.attachDocument,
  input: documentInput,
  encode: ({ url, title, type }) => ({ document_url: url, title, type }),
  decode: decodeAttachedDocument,
}

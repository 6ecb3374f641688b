import { operations } from '../contract/operations.ts'
import {
  type AttachedDocument,
  type DocumentInput,
  decodeAttachedDocument,
  documentInput,
} from '../model/document.ts'
import type { OperationSpec } from './operation-spec.ts'

export const attachDocument: OperationSpec<DocumentInput, AttachedDocument> = {
  name: 'attachDocument',
  contract: operations.attachDocument,
  input: documentInput,
  encode: ({ url, title, type }) => ({ document_url: url, title, type }),
  decode: decodeAttachedDocument,
}

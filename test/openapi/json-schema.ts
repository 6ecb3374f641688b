import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApiDocument } from '../../docs/openapi/types.ts'

/** The document, as it is published. */
export const document: OpenApiDocument = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
)
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false })
ajv.addVocabulary(['components', 'discriminator'])
addFormats.default(ajv)
ajv.addSchema({ $id: 'document', components: document.components }, 'document')

/** A validator that we did not write, for a schema of the document. */
export function validatorOf(schema: { readonly $ref?: string | undefined }): ValidateFunction {
  return ajv.compile({ $ref: `document${schema.$ref}` })
}

/** What a schema has against a value; nothing where it is valid. */
export function complaints(name: string, value: unknown): string[] {
  const validate = validatorOf({ $ref: `#/components/schemas/${name}` })
  return validate(value) ? [] : (validate.errors ?? []).map(error => `${error.instancePath} ${error.message}`)
}

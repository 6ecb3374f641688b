import type { JsonSchema } from './schemas.ts'

/** The parts of an OpenAPI 3.1 document that this one has. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly security: readonly SecurityRequirement[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly securitySchemes: Readonly<
      Record<string, { readonly type: 'http'; readonly scheme: 'bearer'; readonly description: string }>
    >
    readonly parameters: Readonly<Record<string, PathParameter>>
    readonly responses: Readonly<Record<string, ResponseObject>>
    readonly schemas: Readonly<Record<string, JsonSchema>>
  }
}

export interface PathItem {
  readonly parameters?: readonly Reference[]
  readonly get?: OpenApiOperation
  readonly post?: OpenApiOperation
  readonly put?: OpenApiOperation
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly SecurityRequirement[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

export interface ResponseObject {
  readonly description: string
  readonly content: Content
}

export interface MediaType {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

export interface Reference {
  readonly $ref: string
}

interface PathParameter {
  readonly name: string
  readonly in: 'path'
  readonly required: true
  readonly description: string
  readonly schema: JsonSchema
  readonly example: string
}

type Content = Readonly<Record<string, MediaType>>
type SecurityRequirement = Readonly<Record<string, readonly string[]>>

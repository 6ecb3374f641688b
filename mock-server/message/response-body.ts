/** The body of a response: text, or the UTF-8 bytes of the parts of a long list. */
export type Body = string | readonly Uint8Array[]

/** JSON that an operation has already written. */
export class WrittenJson {
  readonly body: Body

  constructor(body: Body) {
    this.body = body
  }
}

/** Returns a body as text. */
export function readBodyText(body: Body): string {
  // No part ends within a character.
  return typeof body === 'string' ? body : body.map(part => new TextDecoder().decode(part)).join('')
}

/** Returns the parts of a body in UTF-8. */
export function readParts(body: Body): readonly Uint8Array[] {
  return typeof body === 'string' ? [new TextEncoder().encode(body)] : body
}

/** Returns the length of all parts of a body, in bytes. */
export function countBodyBytes(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

/** Returns the first half of a body. */
export function truncateBody(body: Body): string {
  const text = readBodyText(body)
  return text.slice(0, Math.ceil(text.length / 2))
}

/** A field of a record, as it was met. */
export interface Met<Field> {
  readonly name: string
  readonly field: Field
  /** What followed it in the record before. */
  next: Met<Field> | undefined
}

/** Finds the fields of records one after the other: most records of a list are alike, and so the last one predicts the next. */
export interface FieldOrder<Field> {
  readonly start: Met<Field>
  /** The field of that name, which follows another. */
  after(before: Met<Field>, name: string): Met<Field>
}

/** @param other - Stands for a field of any other name. */
export function createFieldOrder<Field>(
  fields: Iterable<readonly [name: string, field: Field]>,
  other: Field,
): FieldOrder<Field> {
  const known = new Map(Array.from(fields, ([name, field]) => [name, createMet(name, field)]))
  const unknown = createMet('', other)
  return {
    start: createMet('', other),
    after(before, name) {
      const { next } = before
      if (next !== undefined && next.name === name) return next
      before.next = known.get(name) ?? unknown
      return before.next
    },
  }
}

function createMet<Field>(name: string, field: Field): Met<Field> {
  return { name, field, next: undefined }
}

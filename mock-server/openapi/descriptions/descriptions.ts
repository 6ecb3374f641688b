/** The words about one schema of the document. */
export interface Description {
  /** The heading of the specification where it stands. */
  readonly section: string
  readonly about: string
  /** A sentence or two for each property. */
  readonly fields: Readonly<Record<string, string>>
}

/** By the schema's name. */
export type Descriptions = Readonly<Record<string, Description>>

/** The wrapper of a successful body. */
export function answered(section: string, data: string) {
  return {
    section,
    about: 'A success, and what it brought.',
    fields: { success: 'True: an error has a body of its own.', data },
  } as const
}

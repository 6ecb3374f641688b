/** Unknown fields, and those that could not be read, under their own names and unchanged, so that nothing is lost. */
export type UnknownFields = Readonly<Record<string, unknown>>

export const noUnknownFields: UnknownFields = Object.freeze({})

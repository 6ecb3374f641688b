/** Unknown fields, and fields that could not be read, with their original names and values, so that nothing is lost. */
export type UnknownFields = Readonly<Record<string, unknown>>

export const noUnknownFields: UnknownFields = Object.freeze({})

import { optionSchemas } from './checks.ts'

const schemas = optionSchemas()

export const span = schemas.span
export const functionOption = schemas.functionOption
export const signalOption = schemas.signalOption
export const requestOptions = schemas.requestOptions
export const waitDefaults = schemas.waitDefaults

import { readFile } from 'node:fs/promises'
import type * as z from 'zod/mini'
import { behaviourSchema } from '../mock-server/behaviour.ts'
import { parseArgument } from '../mock-server/parse-argument.ts'
import { decodeText } from '../src/shared/text/strict-decoder.ts'
import { createUnreadableError, describeFailure, FileError } from './failure.ts'

/** Reads JSON; the caller validates it. @throws FileError if the file cannot be read, or is not JSON. */
export async function readJsonFile(file: string) {
  const text = await readTextFile(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FileError(`${file} is not JSON: ${describeFailure(error)}`, { cause: error })
  }
}

/** Reads a text without its byte order mark. @throws FileError if the file cannot be read, or is not UTF-8. */
export async function readTextFile(file: string): Promise<string> {
  const bytes = await readFile(file).catch(error => {
    throw createUnreadableError(file, error)
  })
  try {
    return decodeText(bytes)
  } catch (error) {
    throw new FileError(`${file} cannot be read: ${describeFailure(error)}: save it in UTF-8`, {
      cause: error,
    })
  }
}

/** Reads and validates a behaviour file. @throws FileError naming each invalid field. */
export async function readBehaviour(file: string): Promise<z.output<typeof behaviourSchema>> {
  const json = await readJsonFile(file)
  try {
    return parseArgument(behaviourSchema, json, { caller: file, root: 'the behaviour' })
  } catch (error) {
    throw new FileError(describeFailure(error), { cause: error })
  }
}

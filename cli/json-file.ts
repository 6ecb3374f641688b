import { readFile } from 'node:fs/promises'
import type * as z from 'zod/mini'
import { behaviourSchema } from '../mock-server/behaviour.ts'
import { check } from '../mock-server/check.ts'
import { describeFailure, FileError, unreadable } from './failure.ts'

/** The caller checks the content. @throws FileError that says why it cannot be read, or is not JSON. */
export async function readJsonFile(file: string) {
  const text = await readFile(file, 'utf8').catch(error => {
    throw unreadable(file, error)
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FileError(`${file} is not JSON: ${describeFailure(error)}`, { cause: error })
  }
}

/** @throws FileError that names each field that is wrong. */
export async function readBehaviour(file: string): Promise<z.output<typeof behaviourSchema>> {
  const given = await readJsonFile(file)
  try {
    return check(behaviourSchema, given, { called: file, root: 'the behaviour' })
  } catch (error) {
    throw new FileError(describeFailure(error), { cause: error })
  }
}

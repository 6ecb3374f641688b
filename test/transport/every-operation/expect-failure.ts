import { expect } from 'vitest'
import { failureOf } from '../../failure-of.ts'
import type { Way } from './ways.ts'

/** What a call fails with, and how many requests arrive. */
export interface Failure {
  readonly kind: new (...parameters: never[]) => Error
  readonly error: object
  readonly requests: number
}

export const once = 1
export const always = 3
export const whereRepeatable = ({ isRepeatable }: Way) => (isRepeatable ? always : once)
/** What a stream has handed out cannot be taken back. */
export const whereReadWhole = (way: Way) => (way.name === 'entities.stream' ? once : whereRepeatable(way))

export async function expectFailure(
  { operation }: Way,
  call: Promise<unknown>,
  expected: Failure,
): Promise<void> {
  const error = await failureOf(call)
  expect(error).toBeInstanceOf(expected.kind)
  expect(error).toMatchObject({ name: expected.kind.name, operation, ...expected.error })
}

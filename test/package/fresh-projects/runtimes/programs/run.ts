import type { Program } from './client.ts'
import { promises } from './promises.ts'
import { reads } from './reads.ts'
import { reusedInputs } from './reused-inputs.ts'
import { writes } from './writes.ts'

const groups: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  promises,
  reads,
  reusedInputs,
  writes,
}

/** Runs one program to its end, within a time limit, and returns its line of JSON. */
export async function run(group: string, name: string, baseUrl: string): Promise<string> {
  const program = groups[group]?.[name]
  if (program === undefined) throw new Error(`There is no program ${group}/${name}`)
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not end`)), 60_000)
  })
  try {
    return JSON.stringify(await Promise.race([program(baseUrl), limit]))
  } finally {
    clearTimeout(timer)
  }
}

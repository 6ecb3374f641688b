import { unkept } from '../message/reply.ts'
import type { Server } from '../server.ts'
import { refuseWrong } from './refuse-wrong.ts'

/** Changes the state after the request was dispatched; resolves once the changes are stored. @throws Refusal. */
export async function keep(server: Server, change: () => void): Promise<void> {
  refuseWrong(() => server.attempt(change))
  try {
    await server.flush()
  } catch {
    throw unkept()
  }
}

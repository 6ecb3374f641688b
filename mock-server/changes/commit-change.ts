import { toStorageRefusal } from '../message/reply.ts'
import type { Server } from '../server.ts'

/** Changes the state after the request was dispatched; resolves once the changes are stored. @throws Refusal. */
export async function commitChange<Result>(server: Server, change: () => Result): Promise<Awaited<Result>> {
  const [result] = await Promise.all([server.runOrUndo(change), flushOrRefuse(server)])
  return result
}

async function flushOrRefuse(server: Server): Promise<void> {
  try {
    await server.flush()
  } catch (error) {
    throw toStorageRefusal(error)
  }
}

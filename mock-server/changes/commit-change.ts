import { toStorageRefusal } from '../message/reply.ts'
import type { Server } from '../server.ts'

/**
 * Makes a change for a request that was dispatched earlier, and resolves once the change is stored.
 *
 * @throws Refusal if the change cannot be stored.
 */
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

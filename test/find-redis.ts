import { createRequire } from 'node:module'
import { createConnection } from 'node:net'

const given = process.env.TEST_REDIS_URL

/** Where tests find a Redis that BullMQ can reach; null where there is none: what needs it is skipped then. */
export const redisUrl = await find(given ?? 'redis://127.0.0.1:6379')

export const noRedis =
  'no Redis at TEST_REDIS_URL or redis://127.0.0.1:6379, or its driver ioredis is missing'

async function find(url: string): Promise<string | null> {
  try {
    // BullMQ takes it from whoever uses it.
    createRequire(import.meta.url).resolve('ioredis')
    await connect(url)
    return url
  } catch (error) {
    // One that was named must be there.
    if (given !== undefined) throw error
    return null
  }
}

function connect(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = createConnection({ host: hostname, port: Number(port || 6379), timeout: 2000 })
  return new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
    socket.once('timeout', () => reject(new Error(`no answer from ${hostname}:${port}`)))
  }).finally(() => socket.destroy())
}

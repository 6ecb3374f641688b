import { expect, it } from 'vitest'
import { isBlockedPort } from '../../src/shared/blocked-ports.ts'

/** Whether fetch refuses a port before it connects: any other is refused by the system, as nothing listens there. */
async function isRefusedByFetch(port: number): Promise<boolean> {
  const signal = AbortSignal.timeout(5000)
  const error: unknown = await fetch(`http://127.0.0.1:${port}/`, { signal }).catch(error => error.cause)
  return error instanceof Error && error.message === 'bad port'
}

it('a port is blocked if fetch blocks it, among those below 1024 and around the others', async () => {
  const registered = [1719, 1723, 2049, 3659, 4045, 4190, 5060, 6000, 6566, 6667, 6679, 6697, 10_080]
  const nearby = registered.flatMap(port => [-2, -1, 0, 1, 2].map(step => port + step))
  const ports = [...Array(1023).keys()].map(index => index + 1).concat(nearby)
  const blocked: number[] = []
  for (const port of ports) if (await isRefusedByFetch(port)) blocked.push(port)
  expect(ports.filter(isBlockedPort)).toEqual(blocked)
  expect(blocked.length).toBeGreaterThan(80)
})

import type { Attempts } from '../../../src/transport/attempts/attempts.ts'
import type { Context } from '../../../src/transport/transport.ts'
import { seeRequest } from './observations.ts'

/** Lets every attempt of a call be seen as it leaves the client. */
export function watch(attempts: Attempts, _operation: string, { settings }: Context): Attempts {
  return {
    ...attempts,
    fetch(input) {
      if (input instanceof Request) void see(input.clone(), settings.baseUrl)
      return attempts.fetch(input)
    },
  }
}

async function see(request: Request, baseUrl: string): Promise<void> {
  const body = await request.text().catch(() => null)
  // It was given up before it left.
  if (body === null) return
  const base = new URL(baseUrl).pathname.replace(/\/$/, '')
  seeRequest({ method: request.method, path: new URL(request.url).pathname.slice(base.length), body })
}

import { startServer } from '../../../../mock-server/adapters/node.ts'
import { type FaultKind, faultKinds } from '../../../../mock-server/faults/fault.ts'
import { createMockServer } from '../../../../mock-server/index.ts'
import type { Reply } from '../../../../mock-server/message/reply.ts'
import type { IncomingRequest } from '../../../../mock-server/message/request.ts'

/** A service that fails at one response in ten, in each way in turn, and goes on with requests whose sender has gone. */
export interface Service {
  readonly url: string
  /** A new team; it is closed once the faults are over and the list shows all. */
  open(): { readonly apiKey: string; close(look: (apiKey: string) => Promise<void>): Promise<void> }
  /** Told of each bulk request as it arrives: which process sent it, for which partition, with which token, begun when. */
  onBulk(listener: (worker: number, index: number, token: number, begun: number) => void): void
  onRequest(listener: (worker: number) => void): void
  /** How many responses were spoiled. */
  faults(): number
  close(): Promise<void>
}

const details: Partial<Record<FaultKind, object>> = { delay: { delay: 2000 }, rate_limit: { retryAfter: 0 } }

/** After so many requests another kind of fault has its turn. */
const turn = 30

/** How long a request may wait before it is processed, whether its sender waits or not, in milliseconds. */
const longestQueue = 400

const nothing = { status: 200, headers: {}, body: '' }

/** @param lag how long the list does not show what was created, in milliseconds. */
export async function startService(lag: number): Promise<Service> {
  const server = createMockServer({ entityLimit: 1_000_000, clock: 'real' })
  let tellBulk: Parameters<Service['onBulk']>[0] = () => {}
  let tell: Parameters<Service['onRequest']>[0] = () => {}
  let [requests, faults] = [0, 0]
  let isLagging = lag > 0
  let isFailing = true

  function endFaults(): void {
    for (const { happened } of server.faults.list()) faults += happened
    server.faults.remove()
  }

  function fail(): void {
    endFaults()
    const kind = faultKinds[Math.floor(requests / turn) % faultKinds.length] ?? 'reset'
    server.faults.add({ kind, probability: 0.1, ...details[kind] })
  }

  const { url, close } = await startServer({
    ...server,
    dispatch(request) {
      if (isFailing && requests++ % turn === 0) fail()
      const [worker = 0, index = 0, token = 0] = (request.header('x-holder') ?? '').split(' ').map(Number)
      if (worker > 0) tell(worker)
      if (request.path.endsWith('/bulk')) {
        tellBulk(worker, index, token, Number(request.header('x-begun')))
        if (Math.random() < 0.3) return { ...nothing, ready: processLater(request) }
      }
      const reply = server.dispatch(request)
      const isList = request.method === 'GET' && request.path.endsWith('/entities')
      return isLagging && isList && reply.status === 200 ? hideNewest(reply, lag) : reply
    },
  })

  /** Whether its sender waits or not. */
  async function processLater(request: IncomingRequest): Promise<Reply> {
    await new Promise(resolve => setTimeout(resolve, Math.random() * longestQueue))
    const reply = server.dispatch(request)
    await server.clock.wait(reply.delay ?? 0)
    return reply
  }

  return {
    url,
    open() {
      const { apiKey } = server.teams.create()
      isLagging = lag > 0
      isFailing = true
      return {
        apiKey,
        async close(look) {
          endFaults()
          isLagging = false
          isFailing = false
          await look(apiKey)
        },
      }
    },
    onBulk(listener) {
      tellBulk = listener
    },
    onRequest(listener) {
      tell = listener
    },
    faults: () => faults,
    close,
  }
}

/** Answers the list as it was some time ago. */
function hideNewest(reply: Reply, lag: number): Reply {
  const shown = Date.now() - lag
  const text = typeof reply.body === 'string' ? reply.body : [...reply.body].join('')
  try {
    const entities: { createdAt: string }[] = JSON.parse(text)
    const body = JSON.stringify(entities.filter(({ createdAt }) => Date.parse(createdAt) <= shown))
    return { ...reply, body }
  } catch {
    // Spoiled already.
    return { ...reply, body: text }
  }
}

import { startServer } from '../mock-server/adapters/node.ts'
import { keepStateIn } from '../mock-server/adapters/state-file.ts'
import { createMockServer } from '../mock-server/index.ts'
import { type Environment, readServeSettings } from './serve-settings.ts'

/** Serves until it is told to stop; then ends connections, keeps its state, and leaves. */
export async function serve(parameters: string[], environment: Environment): Promise<void> {
  const { listen, state, ...options } = readServeSettings(parameters, environment)
  const server = createMockServer(options)
  const stateFile = state === undefined ? undefined : keepStateIn(state, server)
  const running = await startServer(server, listen).catch((error: unknown) => {
    throw new Error(`cannot listen: ${error instanceof Error ? error.message : String(error)}`)
  })
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void running.close().then(() => stateFile?.close())
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  process.stdout.write(`listening on ${running.url}\n`)
}

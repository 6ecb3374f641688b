import { startServer } from '../../mock-server/adapters/node.ts'
import { keepStateIn } from '../../mock-server/adapters/state-file.ts'
import { createMockServer } from '../../mock-server/index.ts'
import { type Command, exit } from '../command.ts'
import { readServeSettings, serveHelp } from './serve-settings.ts'

/** Serves until it is told to stop; then ends connections, keeps its state, and leaves. */
export const serve: Command = {
  help: serveHelp,
  async run(parameters, { environment, output, signal }) {
    const { listen, state, ...options } = readServeSettings(parameters, environment)
    const server = createMockServer(options)
    const stateFile = state === undefined ? undefined : keepStateIn(state, server)
    const running = await startServer(server, listen).catch((error: unknown) => {
      throw new Error(`cannot listen: ${error instanceof Error ? error.message : String(error)}`)
    })
    await output.line(`listening on ${running.url}`)
    await aborted(signal)
    await running.close()
    stateFile?.close()
    return exit.done
  },
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}

import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RunningServer, type StartOptions, startServer } from '../../mock-server/adapters/node.ts'
import { keepStateIn, type StateFile, type StateFileOptions } from '../../mock-server/adapters/state-file.ts'
import { createMockServer, type MockServer } from '../../mock-server/index.ts'
import { defaultKey } from '../../mock-server/options.ts'
import { type Command, exit } from '../definition/command.ts'
import { codeOf, describeFailure, describeUnwritable } from '../failure.ts'
import { openInBrowser } from '../serve/open-in-browser.ts'
import { readServeSettings, serveHelp } from '../serve/settings.ts'
import { FileError } from '../usage.ts'

/** How long responses under way have to leave when the state is lost, in milliseconds. */
const lastAnswers = 200

/** Serves until a signal, then closes its connections and saves its state. */
export const serve: Command = {
  help: serveHelp,
  async run(parameters, { environment, output, signal }) {
    const { listen, state, data, isQuiet, isOpened, hasDefaultKey, ...options } = readServeSettings(
      parameters,
      environment,
    )
    const server = createMockServer({ ...options, warn: output.note })
    const lost = new AbortController()
    const onLost = (error: Error) => lost.abort(error)
    const stateFile = state === undefined ? undefined : await keep(state, server, { signal, onLost })
    if (data !== undefined) {
      // Most starts have none: what reads a file is not loaded for them.
      const { loadData } = await import('../serve/data.ts')
      await loadData(server, data, output.note)
    }
    const running = await start(server, listen)
    await output.line(`listening on ${running.url}`)
    await output.written()
    // A server whose address is lost cannot be found; a reader that has gone has read it.
    if (output.failure() === null) {
      const address = reachable(running.url)
      if (!isQuiet) for (const line of instructions(address, hasDefaultKey)) output.note(line)
      if (isOpened) openInBrowser(`${address}/__admin/`, sentence => output.note(sentence))
      await aborted(AbortSignal.any([signal, lost.signal]))
      // What is under way is answered with 500.
      if (lost.signal.aborted) await wait(lastAnswers)
    }
    try {
      await running.close()
      await stateFile?.close()
      return exit.done
    } catch (error) {
      // Printed also when the server was stopped on purpose.
      output.note(`entity-screening: ${describeFailure(error)}`)
      return exit.failed
    }
  },
}

async function keep(file: string, server: MockServer, options: StateFileOptions): Promise<StateFile> {
  try {
    return await keepStateIn(file, server, options)
  } catch (error) {
    const sentence = describeUnwritable(error)
    if (sentence.includes(basename(file))) throw error
    throw new FileError(`the state cannot be kept in ${file}: ${sentence}`, { cause: error })
  }
}

async function start(server: MockServer, listen: StartOptions): Promise<RunningServer> {
  try {
    return await startServer(server, listen)
  } catch (error) {
    const place = `${listen.host ?? '127.0.0.1'}:${listen.port}`
    throw new Error(describeListening(error, place), { cause: error })
  }
}

function describeListening(error: unknown, place: string): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return `${place} is in use; --port 0 takes a free port`
  if (code === 'EADDRNOTAVAIL') return `${place} is not an address of this machine`
  if (code === 'EACCES') return `${place} may not be used without more rights; --port 0 takes a free port`
  return `cannot listen on ${place}: ${describeFailure(error)}`
}

/** What a client needs. A key that the user chose is a secret, which is printed nowhere. */
function instructions(address: string, hasDefaultKey: boolean): string[] {
  return [
    `Console: ${address}/__admin/`,
    'In the shell of the client:',
    `  export ENTITY_SCREENING_BASE_URL=${address}`,
    hasDefaultKey
      ? `  export ENTITY_SCREENING_API_KEY=${defaultKey}`
      : '  export ENTITY_SCREENING_API_KEY=...   # one of the keys given to serve',
    'Ctrl-C stops the server.',
  ]
}

/** An address that stands for all of this machine's is none to connect to. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}

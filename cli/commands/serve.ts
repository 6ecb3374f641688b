import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startServer } from '../../mock-server/adapters/node.ts'
import { keepStateIn } from '../../mock-server/adapters/state-file.ts'
import { createMockServer } from '../../mock-server/index.ts'
import { defaultKey } from '../../mock-server/options.ts'
import { codeOf } from '../../src/shared/errors.ts'
import { defineCommand } from '../definition/command.ts'
import { describeFailure, describeUnwritable, exit, FileError } from '../failure.ts'
import { readBehaviour } from '../json-file.ts'
import { readServeSettings, serveFlags, serveVariables } from '../serve/settings.ts'

/** How long responses under way have to leave when the state is lost, in milliseconds. */
const lastAnswers = 200

/** Serves until a signal, then closes its connections and saves its state. */
export const command = defineCommand({
  name: 'serve',
  usage: '[flags]',
  about: `Runs the mock server: the Entity Screening Service in memory, over HTTP. The only line on stdout is its address, as "listening on http://127.0.0.1:4010"; how to connect a client, and the address of the console, go to stderr.

Environment variables take the place of flags that are not given: ${serveVariables}.`,
  flags: serveFlags,
  shared: {},
  exits: {
    [exit.done]: 'stopped by SIGINT (Ctrl-C) or SIGTERM',
    [exit.failed]: 'failed: the port is in use, or the state cannot be kept',
    [exit.interrupted]: undefined,
  },
  examples: [
    'serve --port 4010 --key my-key=my-team',
    'serve --clock stepping',
    'serve --clock x60 --state screening.db',
  ],
  async run({ flags, environment, output, signal, hint }) {
    const settings = readServeSettings(flags, environment)
    const { listen, state, data } = settings
    const behaviour = settings.behaviour === undefined ? undefined : await readBehaviour(settings.behaviour)
    const server = createMockServer({ ...settings.options, behaviour, warn: output.note })
    const lost = new AbortController()
    const stateFile =
      state === undefined
        ? undefined
        : await keepStateIn(state, server, { signal, onLost: error => lost.abort(error) }).catch(error => {
            const sentence = describeUnwritable(error)
            if (sentence.includes(basename(state))) throw error
            throw new FileError(`the state cannot be kept in ${state}: ${sentence}`, { cause: error })
          })
    if (data !== undefined) {
      // Most starts have none: what reads a file is not loaded for them.
      const { loadData } = await import('../serve/data.ts')
      await loadData(server, data, output.note)
    }
    const running = await startServer(server, listen).catch(error => {
      const place = `${listen.host ?? '127.0.0.1'}:${listen.port}`
      throw new Error(describeListening(error, place), { cause: error })
    })
    await output.line(`listening on ${running.url}`)
    await output.written()
    // A server whose address is lost cannot be found; a reader that has gone has read it.
    if (output.failure() === null) {
      // An address that stands for all of this machine's is none to connect to.
      const url = running.url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
      // A key that the user chose is a secret, which is printed nowhere.
      const key = settings.hasDefaultKey ? defaultKey : '<one of the keys given to serve>'
      hint(`Console: ${url}/__admin/`)
      hint('In the shell of the client:')
      hint(`  export ENTITY_SCREENING_BASE_URL=${url}`)
      hint(`  export ENTITY_SCREENING_API_KEY=${key}`)
      hint('Ctrl-C stops the server.')
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
})

function describeListening(error: unknown, place: string): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return `${place} is in use; --port 0 takes a free port`
  if (code === 'EADDRNOTAVAIL') return `${place} is not an address of this machine`
  if (code === 'EACCES') return `${place} may not be used without more rights; --port 0 takes a free port`
  return `cannot listen on ${place}: ${describeFailure(error)}`
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}

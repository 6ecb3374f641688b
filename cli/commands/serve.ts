import { basename } from 'node:path'
import { startServer } from '../../mock-server/adapters/node.ts'
import { openStateFile } from '../../mock-server/adapters/state-file.ts'
import { createMockServer, type MockServerOptions } from '../../mock-server/index.ts'
import { defaultKey } from '../../mock-server/options.ts'
import { codeOf } from '../../src/shared/errors.ts'
import { defineCommand } from '../definition/command.ts'
import { describeFailure, describeUnwritable, exit, FileError, UsageError } from '../failure.ts'
import { readBehaviour } from '../json-file.ts'
import { nameFlags, readServeSettings, serveFlags, serveVariables } from '../serve/settings.ts'
import { readTlsFiles } from '../serve/tls.ts'

/** Runs the mock server until the process receives a signal. Then closes all connections and saves the state. */
export const serveCommand = defineCommand({
  name: 'serve',
  usage: '[flags]',
  about: `Runs the mock server: the Entity Screening Service in memory, over HTTP or HTTPS. The only line on stdout is its address, as "listening on http://127.0.0.1:4010"; how to connect a client, and the address of the console, go to stderr.

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
    'serve --clock x60 --state screening.json',
    'serve --tls-cert cert.pem --tls-key key.pem',
  ],
  async run({ flags, environment, output, signal, hint }) {
    const settings = readServeSettings(flags, environment)
    const { listen, state } = settings
    const tls = settings.tls && (await readTlsFiles(settings.tls))
    const behaviour = settings.behaviour === undefined ? undefined : await readBehaviour(settings.behaviour)
    const { dialect = behaviour?.dialect } = settings.options
    if (dialect !== (behaviour?.dialect ?? dialect))
      throw new UsageError(
        `the dialect of ${settings.behaviour} is "${behaviour?.dialect}", not "${dialect}": set it in one place`,
      )
    const createServer = ({ warn }: Pick<MockServerOptions, 'warn'>) =>
      createMockServer({ ...settings.options, behaviour, warn })
    const server = createServer({ warn: sentence => output.note(nameFlags(sentence)) })
    const onLost = (error: Error) =>
      output.note(
        `entity-screening: the state cannot be kept in ${state}: ${describeUnwritable(error)}. Requests that would change it are refused until a restart.`,
      )
    const stateFile =
      state === undefined
        ? undefined
        : await openStateFile(state, server, { onLost }).catch(error => {
            const sentence = describeUnwritable(error)
            if (sentence.includes(basename(state))) throw error
            throw new FileError(`the state cannot be kept in ${state}: ${sentence}`, { cause: error })
          })
    let reset = async () => server.reset()
    if (settings.data !== undefined) {
      // This module is loaded on demand, because most servers have no data file.
      const { loadData, reloadData } = await import('../serve/data.ts')
      const data = { file: settings.data, team: settings.dataTeam, createServer }
      await loadData(server, data, output.note)
      reset = () => reloadData(server, data)
    }
    const listener = await startServer(server, { ...listen, tls }).catch(error => {
      const address = `${listen.host ?? '127.0.0.1'}:${listen.port}`
      throw new Error(describeListenError(error, address), { cause: error })
    })
    await output.line(`listening on ${listener.url}`)
    await output.written()
    // If the address cannot be printed, the server stops, because clients could not find it. If the reader has closed stdout,
    // the server continues, because the reader already has the address.
    if (output.failure() === null) {
      // 0.0.0.0 and :: mean all addresses of this machine. Clients cannot connect to them, so another address is printed.
      const url = listener.url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
      hint(`Console: ${url}/__admin/`)
      const keySource = settings.keySource === null ? '' : `, with a key given to ${settings.keySource}`
      hint(`In the shell of the client${keySource}:`)
      hint(`  export ENTITY_SCREENING_BASE_URL=${url}`)
      // A key that the user set is secret, so it is never printed.
      hint(
        settings.keySource === null
          ? `  export ENTITY_SCREENING_API_KEY=${defaultKey}`
          : '  read -rs ENTITY_SCREENING_API_KEY; export ENTITY_SCREENING_API_KEY',
      )
      hint('Ctrl-C stops the server.')
      if (process.stdin.isTTY) {
        const { followResetKey, isInForeground } = await import('../serve/reset-key.ts')
        if (await isInForeground()) hint('"r" and Enter reset it.')
        void followResetKey({ input: process.stdin, isInForeground, reset, note: output.note, signal })
      }
      await waitForAbort(signal)
    }
    try {
      await listener.close()
      await stateFile?.close()
      return exit.done
    } catch (error) {
      // If closing fails, the error is printed even if the user stopped the server.
      output.note(`entity-screening: ${describeFailure(error)}`)
      return exit.failed
    }
  },
})

function describeListenError(error: unknown, place: string): string {
  const code = codeOf(error)
  if (code === 'EADDRINUSE') return `${place} is in use; --port 0 takes a free port`
  if (code === 'EADDRNOTAVAIL') return `${place} is not an address of this machine`
  if (code === 'EACCES') return `${place} may not be used without more rights; --port 0 takes a free port`
  if (code?.startsWith('ERR_OSSL_'))
    return `--tls-cert and --tls-key cannot be used: ${describeFailure(error)}; they must be a certificate and its private key without a passphrase, in PEM`
  return `cannot listen on ${place}: ${describeFailure(error)}`
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}

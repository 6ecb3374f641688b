import { decodeEntities } from '../src/model/entity.ts'
import { decodeNetwork } from '../src/model/network.ts'
import { createQuirkLog, type QuirkLog } from '../src/reading/log.ts'
import { createLog } from '../src/transport/options/logging.ts'
import { resolveOptions } from '../src/transport/options/resolve.ts'
import { readAnswer } from '../src/transport/read.ts'
import { createRedaction } from '../src/transport/secrecy/redact.ts'
import type { Context } from '../src/transport/transport.ts'
import { listText, networkText } from './bodies.ts'
import { readWithZod, readWithZodMini } from './peers.ts'
import { type Contenders, inTurns } from './turns.ts'

/** Run bundled, in a process of its own: how long each answer takes to read, against `JSON.parse` of the same text. */
const settings = resolveOptions({ apiKey: 'a-key-of-the-bench', baseUrl: 'http://in-process' })
const redact = createRedaction(settings.apiKey)
const context: Context = { settings, redact, write: createLog(undefined, 'off', redact) }
const response = new Response()
const options = {}

function list(text: string): Contenders {
  return {
    ours: () =>
      readAnswer(context, response, text, {
        decode: decodeEntities,
        log: createQuirkLog('listEntities'),
        options,
      }),
    'JSON.parse': () => JSON.parse(text),
    'zod + hand map': () => readWithZod(text),
    'zod/mini + hand map': () => readWithZodMini(text),
  }
}

function network(text: string): Contenders {
  const decode = (body: unknown, log: QuirkLog) => decodeNetwork(body, 'root', log)
  return {
    ours: () => readAnswer(context, response, text, { decode, log: createQuirkLog('getNetwork'), options }),
    'JSON.parse': () => JSON.parse(text),
  }
}

const cases: Record<string, Contenders> = {
  'list of 100': list(listText(100)),
  'list of 10,000': list(listText(10_000)),
  'network of 50': network(networkText(50, 'documented')),
  'network of 5,000': network(networkText(5_000, 'documented')),
  'network of 50, sample dialect': network(networkText(50, 'sample')),
  'network of 5,000, sample dialect': network(networkText(5_000, 'sample')),
}

const results: Record<string, Record<string, number>> = {}
for (const [name, contenders] of Object.entries(cases)) results[name] = await inTurns(contenders, 5000)
process.stdout.write(JSON.stringify(results))

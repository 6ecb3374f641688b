import { assessSanctions, computeOwnership, findBeneficialOwners, toSvg } from '../../src/network/index.ts'
import { writeListBody, writeNetworkBody } from '../bodies.ts'
import { readList, readNetwork } from '../client/own.ts'
import { createEmptyServer, sendInProcess } from '../server/in-process.ts'
import { createHoldings } from './holdings.ts'

/** A task of the package, beside JSON of the same data. */
export interface Task {
  readonly name: string
  readonly run: () => unknown
  readonly json: () => unknown
  /** The most processor time, as a multiple of that of `json`: a third more than at the last change of this limit. */
  readonly max: number
}

/** Reading a text, beside `JSON.parse` of it. */
function readingTask(name: string, text: string, read: (text: string) => unknown, max: number): Task {
  return { name, run: () => read(text), json: () => JSON.parse(text), max }
}

/** Requests to an empty mock server in process, beside `JSON.parse` of their bodies. */
function requestTask(name: string, path: string, bodies: readonly string[], max: number): Task {
  return {
    name,
    async run() {
      const server = createEmptyServer()
      for (const body of bodies) await sendInProcess(server, path, body)
    },
    json: () => bodies.map(body => JSON.parse(body)),
    max,
  }
}

function rowOf(index: number) {
  return { type: 'organization', name: `Company number ${index} GmbH`, countryCode: 'DE' }
}

export function createTasks(): readonly Task[] {
  const network = createHoldings()
  const text = JSON.stringify(network)
  const computing = (name: string, run: () => unknown, max: number): Task => ({
    name,
    run,
    json: () => JSON.parse(text),
    max,
  })
  const rows = Array.from({ length: 1000 }, (_, index) => rowOf(index))
  const creates = rows.map(row => JSON.stringify(row))
  const bulk = [JSON.stringify({ entities: rows })]
  return [
    readingTask('Reading a list of 10,000', writeListBody(10_000), readList, 2.5),
    readingTask('Reading a network of 5,000', writeNetworkBody(5_000, 'documented'), readNetwork, 2.6),
    requestTask('1,000 creates', '/v1/entities', creates, 58),
    requestTask('A bulk request of 1,000 rows', '/v1/entities/bulk', bulk, 36),
    computing('Ownership in a network of 5,000', () => computeOwnership(network), 24),
    computing('Sanctions in a network of 5,000', () => assessSanctions(network, { regime: 'ofac' }), 41),
    computing('Owners in a network of 5,000', () => findBeneficialOwners(network, { rule: 'amlr' }), 67),
    computing('A picture of a network of 5,000', () => toSvg(network), 43),
  ]
}

import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** Each marked name is hovered: the mark is not part of the program. */
const program = `
import * as network from 'entity-screening-sdk/network'
import * as portfolio from 'entity-screening-sdk/portfolio'
import * as sdk from 'entity-screening-sdk'
import { createProxy } from 'entity-screening-sdk/proxy'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { startServer } from 'entity-screening-sdk/mock-server/node'
declare const error: sdk.ScreeningError
declare const loaded: sdk.Network
const server = §createMockServer()
const client = new sdk.§EntityScreening(server.§connect())
client.§entities.§list()
client.entities.§create({ type: 'person', §name: 'A', §countryCode: 'DE' })
client.entities.§createBulk([])
client.entities.§network('')
client.entities.§attachDocument('', { url: '', §type: 'other' })
client.entities.§rescan('')
client.entities.§search({ §riskLevel: 'high' })
client.entities.§waitForScreening('')
client.search.§organizations({ companyName: '' })
client.search.§persons({ §fullName: '' })
client.service.§health()
const options: sdk.§ClientOptions = { §timeout: 5, §validation: 'strict', §hooks: {} }
const bulk: sdk.§BulkEntityInput[] = []
if (error.§code === 'rate_limited') error.§retryAfter
const { §nodes } = loaded
nodes[0]?.§hitStatus
network.§assessSanctions(loaded, { §regime: 'ofac' })
network.§listHits(loaded, { entity: '' })
network.§computeOwnership(loaded)
network.§findBeneficialOwners(loaded, { rule: 'amlr' })
portfolio.§importPortfolio(client, [], { §onPossibleDuplicate: 'skip' })
portfolio.§watchEntities(client, { onChange() {}, §state: '' })
portfolio.§diffEntities([], [])
§createProxy({ baseUrl: '', apiKey: '', callerOf: () => null })
§createHandlers(server, { baseUrl: '' })
§startServer(server)
export { options, bulk }
`

const file = fileURLToPath(new URL('hovered.ts', import.meta.url))
const config = fileURLToPath(new URL('../../tsconfig.json', import.meta.url))

/** What an editor shows of each marked name, without its documentation. */
function readHovers(): Map<string, string> {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    fileURLToPath(new URL('../..', import.meta.url)),
  )
  const text = program.replaceAll('§', '')
  const service = ts.createLanguageService({
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: name => {
      const content = name === file ? text : ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    fileExists: name => name === file || ts.sys.fileExists(name),
    getCurrentDirectory: () => fileURLToPath(new URL('../..', import.meta.url)),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
  const errors = service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)
  expect(errors).toEqual([])
  const pieces = program.split('§')
  const hovers = new Map<string, string>()
  let position = 0
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) {
      const name = /^\w+/.exec(piece)?.[0] ?? ''
      const parts = service.getQuickInfoAtPosition(file, position)?.displayParts
      hovers.set(`${name} at ${position}`, ts.displayPartsToString(parts))
    }
    position += piece.length
  }
  return hovers
}

describe('what an editor shows of a name', () => {
  const hovers = readHovers()

  it('is looked at in more than 30 places', () => {
    expect(hovers.size).toBeGreaterThan(30)
  })

  it.each([...hovers])('is short, and names its types: %s', (_, hover) => {
    expect(hover).not.toBe('')
    expect(hover.split('\n').length).toBeLessThanOrEqual(12)
    expect(hover).not.toMatch(/^\s*\{|\{\.\.\.\}|\.\.\. \d+ more/)
  })
})

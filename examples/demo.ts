import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import {
  attachAndRescan,
  createPortfolio,
  explainNetwork,
  lookUp,
  screen,
  showPortfolio,
} from './demo/chapters.ts'
import {
  gap,
  heading,
  labelled,
  paragraph,
  title,
  watchOutput,
} from './demo/page.ts'
import { readPortfolio } from './demo/portfolio.ts'
import { showRefusals } from './demo/refusals.ts'

/** The whole service in one run: `npm run demo`. */
async function main(): Promise<void> {
  const rows = await readPortfolio()
  // One of its refusals is that of an unknown key, which the server would warn
  // about.
  const server = createMockServer({ clock: 'manual', warn: () => {} })
  const { apiKey } = server.teams.create()
  const { url, close } = await startServer(server)
  try {
    let responses = 0
    const hooks = {
      afterResponse() {
        responses += 1
      },
    }
    const stage = {
      client: new EntityScreening({ apiKey, baseUrl: url, hooks }),
      server,
      url,
    }

    title('Entity Screening, from a file to a decision')
    gap()
    paragraph(
      `The mock server listens on ${url}: the service in memory, reached over HTTP like the real one. ` +
        'Its screening results are simulated, and say nothing about any real company or person.',
    )
    await createPortfolio(stage, rows)
    await screen(stage)
    await showPortfolio(stage)
    await explainNetwork(stage)
    await attachAndRescan(stage)
    await lookUp(stage)
    await showRefusals(stage)

    heading('Now yours')
    labelled('this run', `${responses} responses over HTTP; the server stops here`)
    labelled('keep one', '`npm run serve` keeps such a server running')
    labelled(
      'your own',
      '`new EntityScreening()` takes address and key from the environment: ' +
        'ENTITY_SCREENING_BASE_URL and ENTITY_SCREENING_API_KEY',
    )
  } finally {
    await close()
  }
}

watchOutput()
main().catch((error: unknown) => {
  process.stderr.write(
    `The demo stopped: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exitCode = 1
})

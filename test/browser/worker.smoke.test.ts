import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupWorker } from 'msw/browser'
import { describeWorkflow } from '../workflow/suite.ts'

describeWorkflow("through msw's worker in a browser", async () => {
  const server = createMockServer()
  const baseUrl = 'https://screening.example'
  const worker = setupWorker(...createHandlers(server, { baseUrl }))
  await worker.start({ quiet: true })
  return { server, client: { baseUrl, dangerouslyAllowBrowser: true }, stop: () => worker.stop() }
})

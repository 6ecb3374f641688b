import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describeWorkflow } from './suite.ts'

describeWorkflow('over HTTP', async () => {
  const server = createMockServer()
  const { url, close } = await startServer(server)
  return { server, client: { baseUrl: url }, stop: close }
})

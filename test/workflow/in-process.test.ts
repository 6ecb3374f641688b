import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describeWorkflow } from './suite.ts'

describeWorkflow('in process', async () => {
  const server = createMockServer()
  return { server, client: { baseUrl: 'http://in-process', fetch: server.fetch }, stop: () => {} }
})

describeWorkflow('in process, spelled as the sample payload', async () => {
  const server = createMockServer({ dialect: 'sample' })
  return { server, client: { baseUrl: 'http://in-process', fetch: server.fetch }, stop: () => {} }
})

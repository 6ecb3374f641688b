// Shows the console of a mock server that runs in the page.
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { mountConsole } from 'entity-screening-sdk/mock-server/console'

const server = createMockServer()
mountConsole(document.body, server)

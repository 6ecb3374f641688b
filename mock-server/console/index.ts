/**
 * The console of the mock server as part of your own page, for a server that runs inside this page, with or without msw's
 * worker. A server over HTTP has the same console at `/__admin/`.
 *
 * @module entity-screening-sdk/mock-server/console
 */

import { callControlApi } from '../admin/call-control-api.ts'
import type { MockServer } from '../mock-server.ts'
import { assertOptionsObject, assertServer } from '../parse-argument.ts'
import { type MountedConsole, mount } from './shell/mount.tsx'
import { memoryRoutes } from './shell/routes.ts'

export type { MountedConsole } from './shell/mount.tsx'

/**
 * Options of `mountConsole`.
 *
 * @example
 * const options: ConsoleOptions = { adminToken: 'open-sesame' }
 */
export interface ConsoleOptions {
  /** The admin token of the server, if the server has one. If left out, the console asks for it. */
  readonly adminToken?: string | undefined
}

/**
 * Shows the console of a server in an element of the page. The console fills the element, which needs a height. The styles of
 * console and page do not affect each other, and the page's address does not change.
 *
 * @throws TypeError unless `element` is an element and `server` a mock server, or if an option is unknown or wrong.
 * @example
 * const { unmount } = mountConsole(document.body, createMockServer())
 * unmount()
 */
export function mountConsole(
  element: Element,
  server: MockServer,
  options: ConsoleOptions = {},
): MountedConsole {
  assertServer(server, 'mountConsole')
  assertOptionsObject(options, 'mountConsole')
  const { adminToken, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new TypeError(`mountConsole: ${unknown} is not an option here: adminToken is`)
  if (adminToken !== undefined && typeof adminToken !== 'string')
    throw new TypeError('mountConsole: adminToken must be a string')
  if (!(element instanceof Element))
    throw new TypeError('mountConsole: element must be an element of the page')
  return mount(element, {
    send: (path, init) => callControlApi(server, new Request(`http://localhost/__admin${path}`, init)),
    routes: memoryRoutes(),
    baseUrl: null,
    adminToken,
  })
}

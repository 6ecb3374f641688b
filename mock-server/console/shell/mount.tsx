/** @jsxImportSource preact */
import { render } from 'preact'
import { connect, type KeepToken } from '../connection/connect.ts'
import type { Send } from '../connection/send-call.ts'
import { sleepWhileHidden } from '../connection/sleep-while-hidden.ts'
import { showControls } from '../elements/visible-controls.ts'
import { collectRequests } from '../requests/request-list.ts'
import css from '../style.css?inline'
import { Layout } from './layout.tsx'
import type { Routes } from './routes.ts'

/** A console in a page. */
export interface MountedConsole {
  /**
   * Removes the console, and ends its stream of events.
   *
   * @example
   * const mounted = mountConsole(document.body, server)
   * mounted.unmount()
   */
  unmount(): void
}

export interface Mounting {
  readonly send: Send
  readonly routes: Routes
  readonly baseUrl: string | null
  readonly adminToken?: string | undefined
  readonly keepToken?: KeepToken
}

/** No style of the page counts, not even one that is inherited, or that is for all elements of this kind. */
const untouched =
  'all: initial !important; direction: ltr !important; display: block !important; height: 100% !important'

/** Shows the console in an element, in a shadow root: the styles of page and console do not touch each other. */
export function mount(
  element: Element,
  { send, routes, baseUrl, adminToken, keepToken }: Mounting,
): MountedConsole {
  showControls()
  const host = element.appendChild(document.createElement('div'))
  host.style.cssText = untouched
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const frame = root.appendChild(document.createElement('div'))
  frame.className = 'console'
  const connection = connect(send, adminToken, keepToken)
  const stayAwake = sleepWhileHidden(connection)
  const requests = collectRequests(connection)
  render(<Layout connection={connection} baseUrl={baseUrl} routes={routes} requests={requests} />, frame)
  return {
    unmount() {
      stayAwake()
      connection.close()
      render(null, frame)
      host.remove()
    },
  }
}

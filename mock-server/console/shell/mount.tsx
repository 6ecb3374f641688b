/** @jsxImportSource preact */
import { render } from 'preact'
import { type OnToken, openConnection } from '../connection/open-connection.ts'
import type { AdminSend } from '../connection/send-call.ts'
import { sleepWhileHidden } from '../connection/sleep-while-hidden.ts'
import { hasOwnKeys } from '../elements/has-own-keys.ts'
import { showControls } from '../elements/visible-controls.ts'
import { collectFaults } from '../faults/fault-list.ts'
import { collectRequests } from '../requests/request-list.ts'
import css from '../style.css?inline'
import { ConsoleLayout } from './console-layout.tsx'
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

export interface MountOptions {
  readonly send: AdminSend
  readonly routes: Routes
  readonly baseUrl: string | null
  readonly adminToken?: string | undefined
  readonly onToken?: OnToken
}

/** Resets the styles that the page would apply to the element. */
const isolatedStyle =
  'all: initial !important; direction: ltr !important; display: block !important; height: 100% !important'

/** Shows the console in a shadow root of the element, so that the styles of page and console do not affect each other. */
export function mount(
  element: Element,
  { send, routes, baseUrl, adminToken, onToken }: MountOptions,
): MountedConsole {
  showControls()
  const host = element.appendChild(document.createElement('div'))
  host.style.cssText = isolatedStyle
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const frame = root.appendChild(document.createElement('div'))
  frame.className = 'console'
  frame.addEventListener('keydown', focusSearch)
  const connection = openConnection(send, adminToken, onToken)
  const stopSleeping = sleepWhileHidden(connection)
  const lists = { requests: collectRequests(connection), faults: collectFaults(connection) }
  render(<ConsoleLayout connection={connection} baseUrl={baseUrl} routes={routes} {...lists} />, frame)
  return {
    unmount() {
      stopSleeping()
      connection.close()
      render(null, frame)
      host.remove()
    },
  }
}

/** Moves the focus to the search field of the view when "/" is pressed, except in a field or a dialog. */
function focusSearch(event: KeyboardEvent): void {
  const { key, target, currentTarget: frame, ctrlKey, metaKey, altKey } = event
  if (key !== '/' || ctrlKey || metaKey || altKey || !(frame instanceof Element)) return
  if (hasOwnKeys(target)) return
  const search = frame.querySelector<HTMLElement>('[type=search]')
  if (search === null) return
  event.preventDefault()
  search.focus()
}

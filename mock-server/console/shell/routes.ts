import { tryDecodeUriComponent } from '../../../src/shared/text/decode-uri-component.ts'
import { addTo } from '../connection/add-to.ts'
import { useObservable } from '../connection/use-observable.ts'

export interface Routes {
  current(): string
  go(path: string): void
  onChange(listener: () => void): () => void
  href(path: string): string
  /** The filter of the requests, which stays while other views are shown. */
  filter(): string
  setFilter(filter: string): void
}

/** Keeps route and filter in the page's address, for the console page that the server sends. */
export function hashRoutes(): Routes {
  return {
    current: () => location.hash.slice(1) || '/',
    go(path) {
      location.hash = path
    },
    onChange(listener) {
      addEventListener('hashchange', listener)
      return () => removeEventListener('hashchange', listener)
    },
    href: path => `#${path}`,
    filter: () => new URLSearchParams(location.search).get('filter') ?? '',
    setFilter(filter) {
      const query = filter === '' ? '' : `?${new URLSearchParams({ filter })}`
      history.replaceState(history.state, '', location.pathname + query + location.hash)
    },
  }
}

/** Keeps the route in memory, so that the address of an application's page does not change. */
export function memoryRoutes(): Routes {
  const listeners = new Set<() => void>()
  let path = '/'
  let filter = ''
  return {
    current: () => path,
    go(next) {
      path = next
      for (const listener of listeners) listener()
    },
    onChange: listener => addTo(listeners, listener),
    href: path => `#${path}`,
    filter: () => filter,
    setFilter(next) {
      filter = next
    },
  }
}

export function useRoute(routes: Routes): readonly string[] {
  const path = useObservable(routes.current, routes.onChange)
  return path.split('/').filter(Boolean).map(tryDecodeUriComponent)
}

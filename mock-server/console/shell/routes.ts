import { useEffect, useState } from 'preact/hooks'

/** Where the console is: `/requests`, `/entities/{id}`. */
export interface Routes {
  current(): string
  go(path: string): void
  onChange(listener: () => void): () => void
  /** The address of a path, for links. */
  href(path: string): string
}

/** Routes in the hash of the page's address: the page's own. */
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
  }
}

/** Routes in memory: an application's page keeps its address. */
export function memoryRoutes(): Routes {
  const listeners = new Set<() => void>()
  let path = '/'
  return {
    current: () => path,
    go(next) {
      path = next
      for (const listener of listeners) listener()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    href: path => `#${path}`,
  }
}

/** The parts of the current path, decoded: `['entities', 'ent_1']`. */
export function useRoute(routes: Routes): readonly string[] {
  const [path, setPath] = useState(routes.current())
  useEffect(() => {
    const read = () => setPath(routes.current())
    // It may have changed since the first rendering.
    read()
    return routes.onChange(read)
  }, [routes])
  return path.split('/').filter(Boolean).map(decode)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

import { useSyncExternalStore } from 'react'

/** Where the page of an entity is: links, the back button and a reload lead there. */
export function entityHref(id: string): string {
  return `#${new URLSearchParams({ entity: id })}`
}

/** The identifier of the entity that the address asks for; null for the table of all. */
export function useEntityId(): string | null {
  return useSyncExternalStore(subscribe, () =>
    new URLSearchParams(location.hash.slice(1)).get('entity'),
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

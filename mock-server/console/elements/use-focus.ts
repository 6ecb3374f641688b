import { useEffect, useRef } from 'preact/hooks'

/** Moves the focus to an element when it opens. When it closes, the focus returns unless it is elsewhere by then. */
export function useFocus<Kind extends HTMLElement>() {
  const element = useRef<Kind>(null)
  useEffect(() => {
    const root = element.current?.getRootNode()
    if (!(root instanceof ShadowRoot)) return undefined
    const previous = root.activeElement
    element.current?.focus()
    return () => {
      // It may be in sight only after the next frame.
      requestAnimationFrame(() => {
        if (root.activeElement === null && previous instanceof HTMLElement) previous.focus()
      })
    }
  }, [])
  return element
}

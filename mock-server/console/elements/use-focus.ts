import { useEffect, useRef } from 'preact/hooks'

/**
 * Moves the focus to an element when it appears. When the element disappears, returns the focus to the previous element, unless
 * another element has it by then.
 */
export function useFocus<Kind extends HTMLElement>() {
  const element = useRef<Kind>(null)
  useEffect(() => {
    const root = element.current?.getRootNode()
    if (!(root instanceof ShadowRoot)) return undefined
    const previous = root.activeElement
    element.current?.focus()
    return () => {
      // The previous element may be hidden until the next frame.
      requestAnimationFrame(() => {
        if (root.activeElement === null && previous instanceof HTMLElement) previous.focus()
      })
    }
  }, [])
  return element
}

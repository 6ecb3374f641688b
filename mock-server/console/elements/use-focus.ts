import { useEffect, useRef } from 'preact/hooks'

/** Takes the focus for what has just opened; once it is closed, gives it back to what had it, unless something else has it. */
export function useFocus<Kind extends HTMLElement>() {
  const element = useRef<Kind>(null)
  useEffect(() => {
    const root = element.current?.getRootNode()
    if (!(root instanceof ShadowRoot)) return undefined
    const before = root.activeElement
    element.current?.focus()
    return () => {
      // It may be in sight only after the next frame.
      requestAnimationFrame(() => {
        if (root.activeElement === null && before instanceof HTMLElement) before.focus()
      })
    }
  }, [])
  return element
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { observeSize } from '../elements/windowed-table.tsx'
import {
  type Box,
  fitted,
  moved,
  opening,
  type Size,
  showing,
  type View,
  viewBoxOf,
  zoomed,
} from './viewport.ts'

/** Farther than this, in pixels, a press is a drag. */
const slack = 4
const step = 60

/** Lets readers move and zoom a drawing: by drag, by Ctrl and the wheel, and by keys. */
export function useViewport(drawing: Size, root: Box | undefined) {
  const element = useRef<SVGSVGElement>(null)
  const [window, setWindow] = useState<Size>({ width: 0, height: 0 })
  const [chosen, setView] = useState<View>()
  const view = chosen ?? opening(drawing, window, root)
  const now = useRef(view)
  now.current = view

  useLayoutEffect(() => {
    const svg = element.current
    if (svg === null) return undefined
    const sizes = observeSize(svg, setWindow)
    const drags = followPointers(svg, () => now.current, setView)
    return () => {
      sizes?.()
      drags()
    }
  }, [])

  function onKeyDown(event: KeyboardEvent): void {
    const next = keys[event.key]?.(view)
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setView(next)
  }

  return {
    element,
    viewBox: window.width === 0 ? undefined : viewBoxOf(view, window),
    onKeyDown,
    zoomIn: () => setView(zoomed(view, 1.4)),
    zoomOut: () => setView(zoomed(view, 1 / 1.4)),
    showAll: () => setView(fitted(drawing, window)),
    show: (box: Box) => setView(showing(view, box, window)),
  }
}

const keys: Readonly<Record<string, (view: View) => View>> = {
  ArrowLeft: view => moved(view, -step, 0),
  ArrowRight: view => moved(view, step, 0),
  ArrowUp: view => moved(view, 0, -step),
  ArrowDown: view => moved(view, 0, step),
  '+': view => zoomed(view, 1.4),
  '-': view => zoomed(view, 1 / 1.4),
}

/** Drags with a pointer; a press that moves is no click. */
function followPointers(svg: SVGSVGElement, view: () => View, onView: (view: View) => void): () => void {
  let at: { readonly x: number; readonly y: number } | null = null
  let hasMoved = false
  const listeners = new AbortController()
  const on = <Name extends keyof SVGElementEventMap>(
    name: Name,
    listener: (event: SVGElementEventMap[Name]) => void,
    options: AddEventListenerOptions = {},
  ) => svg.addEventListener(name, listener, { ...options, signal: listeners.signal })

  on('pointerdown', ({ isPrimary, clientX: x, clientY: y }) => {
    if (!isPrimary) return
    at = { x, y }
    hasMoved = false
  })
  on('pointermove', ({ isPrimary, pointerId, clientX: x, clientY: y }) => {
    if (at === null || !isPrimary) return
    if (!hasMoved && Math.hypot(x - at.x, y - at.y) < slack) return
    if (!hasMoved) svg.setPointerCapture(pointerId)
    hasMoved = true
    onView(moved(view(), at.x - x, at.y - y))
    at = { x, y }
  })
  const end = ({ isPrimary }: PointerEvent) => {
    if (isPrimary) at = null
  }
  on('pointerup', end)
  on('pointercancel', end)
  on('click', event => hasMoved && event.stopPropagation(), { capture: true })
  on(
    'wheel',
    event => {
      // The wheel alone moves the page.
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { left, top, width, height } = svg.getBoundingClientRect()
      const [right, down] = [event.clientX - left - width / 2, event.clientY - top - height / 2]
      onView(zoomed(view(), 1.002 ** -event.deltaY, right, down))
    },
    { passive: false },
  )
  return () => listeners.abort()
}

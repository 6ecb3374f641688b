import { useLayoutEffect, useRef, useState } from 'preact/hooks'
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

/** Lets readers move and zoom a drawing: by drag and pinch, by Ctrl and the wheel, and by keys. */
export function useViewport(drawing: Size, root: Box | undefined) {
  const element = useRef<SVGSVGElement>(null)
  const [window, setWindow] = useState<Size>({ width: 0, height: 0 })
  const [chosen, setView] = useState<View>()
  const view = chosen ?? opening(drawing, window, root)
  const now = useRef({ view, window })
  now.current = { view, window }
  const change = (next: View) => setView(next)

  useLayoutEffect(() => {
    const svg = element.current
    if (svg === null) return undefined
    const measure = () => setWindow({ width: svg.clientWidth, height: svg.clientHeight })
    // Before the first frame: without its window, the drawing is elsewhere.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(svg)
    const drags = followPointers(svg, () => now.current.view, setView)
    return () => {
      observer.disconnect()
      drags()
    }
  }, [])

  function onKeyDown(event: KeyboardEvent): void {
    const next = keys[event.key]?.(view)
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    change(next)
  }

  return {
    element,
    viewBox: window.width === 0 ? undefined : viewBoxOf(view, window),
    onKeyDown,
    zoomIn: () => change(zoomed(view, 1.4)),
    zoomOut: () => change(zoomed(view, 1 / 1.4)),
    showAll: () => change(fitted(drawing, window)),
    show: (box: Box) => change(showing(view, box, window)),
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

/** Drags with one pointer, pinches with two; a press that moves is no click. */
function followPointers(svg: SVGSVGElement, view: () => View, onView: (view: View) => void): () => void {
  const pointers = new Map<number, { x: number; y: number }>()
  let hasMoved = false
  const fromMiddle = (x: number, y: number) => {
    const { left, top, width, height } = svg.getBoundingClientRect()
    return [x - left - width / 2, y - top - height / 2] as const
  }
  const listeners = new AbortController()
  const on = <Name extends keyof SVGElementEventMap>(
    name: Name,
    listener: (event: SVGElementEventMap[Name]) => void,
    options: AddEventListenerOptions = {},
  ) => svg.addEventListener(name, listener, { ...options, signal: listeners.signal })

  on('pointerdown', ({ pointerId, clientX: x, clientY: y }) => {
    if (pointers.size === 0) hasMoved = false
    pointers.set(pointerId, { x, y })
  })
  on('pointermove', ({ pointerId, clientX: x, clientY: y }) => {
    const before = pointers.get(pointerId)
    if (before === undefined) return
    if (!hasMoved && Math.hypot(x - before.x, y - before.y) < slack) return
    if (!hasMoved) for (const id of pointers.keys()) svg.setPointerCapture(id)
    hasMoved = true
    pointers.set(pointerId, { x, y })
    const other = [...pointers].find(([id]) => id !== pointerId)?.[1]
    if (other === undefined) return onView(moved(view(), before.x - x, before.y - y))
    const [from, to] = [before, { x, y }].map(({ x, y }) => Math.hypot(x - other.x, y - other.y))
    if (from && to) onView(zoomed(view(), to / from, ...fromMiddle((x + other.x) / 2, (y + other.y) / 2)))
  })
  const end = ({ pointerId }: PointerEvent) => pointers.delete(pointerId)
  on('pointerup', end)
  on('pointercancel', end)
  on('click', event => hasMoved && event.stopPropagation(), { capture: true })
  on(
    'wheel',
    event => {
      // The wheel alone moves the page.
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      onView(zoomed(view(), 1.002 ** -event.deltaY, ...fromMiddle(event.clientX, event.clientY)))
    },
    { passive: false },
  )
  return () => listeners.abort()
}

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { observeSize } from '../elements/observe-size.ts'
import {
  fitDrawing,
  moveView,
  openView,
  type Rectangle,
  revealRectangle,
  type Size,
  type View,
  viewBoxOf,
  zoomView,
} from './viewport.ts'

/** If the pressed pointer moves farther than this many pixels, the press is a drag. */
const maxClickMovement = 4
const keyStep = 60
const zoomStep = 1.4

/** Lets users move and zoom a drawing: by dragging, with Ctrl and the mouse wheel, and with keys. */
export function useViewport(drawing: Size, root: Rectangle | undefined) {
  const element = useRef<SVGSVGElement>(null)
  const [window, setWindow] = useState<Size>({ width: 0, height: 0 })
  const [movedView, setView] = useState<View>()
  const view = movedView ?? openView(drawing, window, root)
  const currentView = useRef(view)
  currentView.current = view

  useLayoutEffect(() => {
    const svg = element.current
    if (svg === null) return undefined
    const stopObserving = observeSize(svg, setWindow)
    const stopFollowing = followPointers(svg, () => currentView.current, setView)
    return () => {
      stopObserving?.()
      stopFollowing()
    }
  }, [])

  function onKeyDown(event: KeyboardEvent): void {
    const nextView = keys[event.key]?.(view)
    if (nextView === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setView(nextView)
  }

  return {
    element,
    viewBox: window.width === 0 ? undefined : viewBoxOf(view, window),
    onKeyDown,
    zoomIn: () => setView(zoomView(view, zoomStep)),
    zoomOut: () => setView(zoomView(view, 1 / zoomStep)),
    showAll: () => setView(fitDrawing(drawing, window)),
    reveal: (rectangle: Rectangle) => setView(revealRectangle(view, rectangle, window)),
  }
}

const keys: Readonly<Record<string, (view: View) => View>> = {
  ArrowLeft: view => moveView(view, -keyStep, 0),
  ArrowRight: view => moveView(view, keyStep, 0),
  ArrowUp: view => moveView(view, 0, -keyStep),
  ArrowDown: view => moveView(view, 0, keyStep),
  '+': view => zoomView(view, zoomStep),
  '-': view => zoomView(view, 1 / zoomStep),
}

interface Drag {
  /** The pointer's last position; null while the pointer is not pressed. */
  position: { readonly x: number; readonly y: number } | null
  hasMoved: boolean
}

/** Moves the drawing by dragging. A press that moves does not count as a click. */
function followPointers(svg: SVGSVGElement, view: () => View, onView: (view: View) => void): () => void {
  const drag: Drag = { position: null, hasMoved: false }
  const listeners = new AbortController()
  const on = <Name extends keyof SVGElementEventMap>(
    name: Name,
    listener: (event: SVGElementEventMap[Name]) => void,
    options: AddEventListenerOptions = {},
  ) => svg.addEventListener(name, listener, { ...options, signal: listeners.signal })

  on('pointerdown', ({ isPrimary, clientX: x, clientY: y }) => {
    if (!isPrimary) return
    drag.position = { x, y }
    drag.hasMoved = false
  })
  on('pointermove', ({ isPrimary, pointerId, clientX: x, clientY: y }) => {
    const { position } = drag
    if (position === null || !isPrimary) return
    if (!drag.hasMoved && Math.hypot(x - position.x, y - position.y) < maxClickMovement) return
    if (!drag.hasMoved) svg.setPointerCapture(pointerId)
    drag.hasMoved = true
    onView(moveView(view(), position.x - x, position.y - y))
    drag.position = { x, y }
  })
  const endDrag = ({ isPrimary }: PointerEvent) => {
    if (isPrimary) drag.position = null
  }
  on('pointerup', endDrag)
  on('pointercancel', endDrag)
  on('click', event => drag.hasMoved && event.stopPropagation(), { capture: true })
  on(
    'wheel',
    event => {
      // Without Ctrl, the mouse wheel scrolls the page.
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      onView(zoomAtPointer(svg, view(), event))
    },
    { passive: false },
  )
  return () => listeners.abort()
}

function zoomAtPointer(svg: SVGSVGElement, view: View, { clientX, clientY, deltaY }: WheelEvent): View {
  const { x, y, width, height } = svg.getBoundingClientRect()
  return zoomView(view, 1.002 ** -deltaY, clientX - x - width / 2, clientY - y - height / 2)
}

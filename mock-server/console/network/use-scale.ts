import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { observeSize } from '../elements/observe-size.ts'

interface Size {
  readonly width: number
  readonly height: number
}

type Rectangle = Size & { readonly x: number; readonly y: number }

const margin = 16
/** The smallest scale at which names can be read. */
const minReadableScale = 0.6

/**
 * The scale of a drawing in a scrolling box. The drawing opens at the width of the box, without enlarging it, unless its names
 * would be too small to read. Each scale begins with the root in the middle.
 */
export function useScale(drawing: Size, root: Rectangle | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const [boxWidth, setBoxWidth] = useState(0)
  const [chosenScale, setScale] = useState<number>()
  const size = { width: drawing.width + 2 * margin, height: drawing.height + 2 * margin }
  const fittedScale = Math.min(1, boxWidth / size.width)
  const scale = chosenScale ?? Math.max(fittedScale, minReadableScale)
  useLayoutEffect(() => observeSize(box.current, ({ width }) => setBoxWidth(width)), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawing by another rule keeps the place that the user scrolled to.
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || root === undefined) return
    element.scrollLeft = (root.x + root.width / 2 + margin) * scale - element.clientWidth / 2
    element.scrollTop = (root.y + root.height / 2 + margin) * scale - element.clientHeight / 2
  }, [scale, boxWidth])

  return {
    box,
    viewBox: `${-margin} ${-margin} ${size.width} ${size.height}`,
    width: size.width * scale,
    height: size.height * scale,
    fit: () => setScale(fittedScale),
    showFullSize: () => setScale(1),
  }
}

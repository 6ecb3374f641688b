/** A size in pixels or in units of a drawing. */
export interface Size {
  readonly width: number
  readonly height: number
}

export type Rectangle = Size & { readonly x: number; readonly y: number }

/** The visible part of a drawing: its centre, and its scale in pixels for each unit. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

const margin = 16
/** The smallest scale at which names can be read. */
const minReadableScale = 0.6
const [minScale, maxScale] = [0.05, 4]

/** Returns the view that shows a whole drawing, without enlarging it. */
export function fitDrawing({ width, height }: Size, window: Size): View {
  const room = Math.min(window.width / (width + 2 * margin), window.height / (height + 2 * margin))
  return { x: width / 2, y: height / 2, scale: Math.min(1, Math.max(minScale, room)) }
}

/**
 * Returns the view that shows a whole drawing. If the names would be too small to read, returns a view of the area around the
 * root.
 */
export function openView(drawing: Size, window: Size, root: Rectangle | undefined): View {
  const all = fitDrawing(drawing, window)
  if (all.scale >= minReadableScale || root === undefined) return all
  return { x: root.x + root.width / 2, y: root.y + root.height / 2, scale: minReadableScale }
}

export function viewBoxOf({ x, y, scale }: View, { width, height }: Size): string {
  const box = [x - width / scale / 2, y - height / scale / 2, width / scale, height / scale]
  return box.map(value => Math.round(value * 100) / 100).join(' ')
}

export function moveView(view: View, right: number, down: number): View {
  return { ...view, x: view.x + right / view.scale, y: view.y + down / view.scale }
}

/** Changes the scale of a view. The point that is `right` and `down` pixels from the centre keeps its place. */
export function zoomView(view: View, factor: number, right = 0, down = 0): View {
  const scale = Math.min(maxScale, Math.max(minScale, view.scale * factor))
  return moveView({ ...moveView(view, right, down), scale }, -right, -down)
}

/** Moves a view as little as possible to show a rectangle. */
export function revealRectangle(view: View, { x, y, width, height }: Rectangle, window: Size): View {
  const halfWidth = window.width / view.scale / 2 - margin
  const halfHeight = window.height / view.scale / 2 - margin
  return {
    ...view,
    x: clamp(view.x, x + width - halfWidth, x + halfWidth),
    y: clamp(view.y, y + height - halfHeight, y + halfHeight),
  }
}

function clamp(coordinate: number, min: number, max: number): number {
  return min > max ? (min + max) / 2 : Math.min(max, Math.max(min, coordinate))
}

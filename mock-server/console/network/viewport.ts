/** Pixels, or units of a drawing. */
export interface Size {
  readonly width: number
  readonly height: number
}

export type Box = Size & { readonly x: number; readonly y: number }

/** What of a drawing is in sight: its middle, and how many pixels a unit takes. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

const margin = 16
/** Smaller than this, names cannot be read. */
const readable = 0.6
const [smallest, largest] = [0.05, 4]

/** All of a drawing, no larger than it is. */
export function fitted({ width, height }: Size, window: Size): View {
  const room = Math.min(window.width / (width + 2 * margin), window.height / (height + 2 * margin))
  return { x: width / 2, y: height / 2, scale: Math.min(1, Math.max(smallest, room)) }
}

/** All of a drawing; of a large one, the box that it is about and what is around it. */
export function opening(drawing: Size, window: Size, root: Box | undefined): View {
  const all = fitted(drawing, window)
  if (all.scale >= readable || root === undefined) return all
  return { x: root.x + root.width / 2, y: root.y + root.height / 2, scale: readable }
}

export function viewBoxOf({ x, y, scale }: View, { width, height }: Size): string {
  const box = [x - width / scale / 2, y - height / scale / 2, width / scale, height / scale]
  return box.map(value => Math.round(value * 100) / 100).join(' ')
}

export function moved(view: View, right: number, down: number): View {
  return { ...view, x: view.x + right / view.scale, y: view.y + down / view.scale }
}

/** Larger or smaller; the point that is so many pixels from the middle stays there. */
export function zoomed(view: View, factor: number, right = 0, down = 0): View {
  const scale = Math.min(largest, Math.max(smallest, view.scale * factor))
  return moved({ ...moved(view, right, down), scale }, -right, -down)
}

/** Moved by as little as it takes to show a box. */
export function showing(view: View, { x, y, width, height }: Box, window: Size): View {
  const across = window.width / view.scale / 2 - margin
  const along = window.height / view.scale / 2 - margin
  return {
    ...view,
    x: within(view.x, x + width - across, x + across),
    y: within(view.y, y + height - along, y + along),
  }
}

function within(value: number, least: number, most: number): number {
  return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, value))
}

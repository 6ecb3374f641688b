import type { Box } from './box.ts'
import type { GraphEdge, GraphNode } from './graph.ts'
import type { Point } from './ports.ts'
import type { Trees } from './trees.ts'

/** A party and its box. */
export type NodeBox = Box & { readonly node: GraphNode }

/** Parties and lines that have their places, in pixels from the top left. */
export interface Drawing {
  readonly boxes: readonly (NodeBox & Point)[]
  readonly lines: readonly DrawnLine[]
}

export interface DrawnLine {
  readonly edge: GraphEdge
  /** From the box of the source to that of the target. */
  readonly points: readonly Point[]
  /** The middle of its label. */
  readonly label: Point
}

/** A party with all that hangs on it, or a block of them. */
interface Part extends Drawing {
  readonly width: number
  readonly height: number
  /** Where, from the left, its line to the rest begins. */
  readonly exit: number
}

/** A block of parties around the line that leads to their hub. */
export interface Block extends Part {
  /** Lines that end at the side of the block that is near the hub. */
  readonly open: readonly DrawnLine[]
}

const columnGap = 26
const rowGap = 16
/** From a box to the line that all of a row share: room for a label, and below for an arrow too. */
const stubs = { above: 26, below: 36 }
/** From a block to its hub. */
const drop = 18

/** Few columns, so that a page shows all of them. Their number is even: the line to the hub runs in the middle. */
function columnsFor(members: readonly Member[]): number {
  if (members.length === 1) return 1
  return members.length <= 8 || members.some(({ isTree }) => isTree) ? 2 : 4
}

interface Member {
  readonly edge: GraphEdge
  readonly part: Part
  readonly isTree: boolean
}

/** What hangs on a party at one side of it; null where nothing does. */
export function blockAt(
  hub: string,
  side: 'above' | 'below',
  trees: Trees,
  boxes: ReadonlyMap<string, NodeBox>,
): Block | null {
  const members = (trees.get(hub)?.[side] ?? []).flatMap((edge): Member[] => {
    const leaf = side === 'above' ? edge.source : edge.target
    const box = boxes.get(leaf)
    if (box === undefined) return []
    const block = blockAt(leaf, side, trees, boxes)
    return [{ edge, part: block === null ? partOf(box) : withHub(block, box, side), isTree: block !== null }]
  })
  return members.length === 0 ? null : blockOf(members.sort(bySize), side)
}

function bySize(one: Member, other: Member): number {
  const trees = Number(other.isTree) - Number(one.isTree)
  const shares = (other.edge.share?.max ?? 0) - (one.edge.share?.max ?? 0)
  return trees || (one.isTree ? other.part.height - one.part.height : 0) || shares
}

function partOf(box: NodeBox): Part {
  const { width, height } = box
  return { width, height, boxes: [{ ...box, x: 0, y: 0 }], lines: [], exit: width / 2 }
}

/** A block and the box of its hub below or above it. */
function withHub(block: Block, box: NodeBox, side: 'above' | 'below'): Part {
  const exit = Math.max(block.exit, box.width / 2)
  const blockAt = { x: exit - block.exit, y: side === 'above' ? 0 : box.height + drop }
  const boxAt = { x: exit - box.width / 2, y: side === 'above' ? block.height + drop : 0 }
  const hubEnd = { x: exit, y: side === 'above' ? boxAt.y : box.height }
  const shifted = shift(block, blockAt)
  return {
    width: Math.max(blockAt.x + block.width, boxAt.x + box.width),
    height: block.height + drop + box.height,
    boxes: [...shifted.boxes, { ...box, ...boxAt }],
    lines: [
      ...shifted.lines,
      ...shiftLines(block.open, blockAt).map(line => continueLine(line, [hubEnd], side)),
    ],
    exit,
  }
}

/** Lets a line of a block run on to its hub. */
export function continueLine(line: DrawnLine, rest: readonly Point[], side: 'above' | 'below'): DrawnLine {
  const points = side === 'above' ? [...line.points, ...rest] : [...rest, ...line.points]
  return { ...line, points }
}

export function shift({ boxes, lines }: Drawing, by: Point): Drawing {
  return { boxes: boxes.map(box => ({ ...box, ...moved(box, by) })), lines: shiftLines(lines, by) }
}

export function shiftLines(lines: readonly DrawnLine[], by: Point): DrawnLine[] {
  return lines.map(({ edge, points, label }) => ({
    edge,
    points: points.map(point => moved(point, by)),
    label: moved(label, by),
  }))
}

function moved({ x, y }: Point, by: Point): Point {
  return { x: x + by.x, y: y + by.y }
}

function blockOf(members: readonly Member[], side: 'above' | 'below'): Block {
  const columns = columnsFor(members)
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...members.filter((_, at) => at % columns === column).map(({ part }) => part.width)),
  )
  const lefts = widths.map((_, column) => sumOf(widths.slice(0, column)) + column * columnGap)
  const width = sumOf(widths) + (columns - 1) * columnGap
  const exit = columns === 1 ? (members[0]?.part.exit ?? 0) : (lefts[columns / 2] ?? 0) - columnGap / 2
  const boxes: (NodeBox & Point)[] = []
  const lines: DrawnLine[] = []
  const open: { readonly line: DrawnLine; readonly rail: number }[] = []
  let top = 0
  for (let from = 0; from < members.length; from += columns) {
    const row = members.slice(from, from + columns)
    const rowHeight = Math.max(...row.map(({ part }) => part.height))
    const bottom = top + rowHeight + stubs[side]
    for (const [column, { edge, part }] of row.entries()) {
      const slack = (widths[column] ?? 0) - part.width
      const x = (lefts[column] ?? 0) + (columns === 1 ? 0 : slack / 2)
      const y = side === 'above' ? top + rowHeight - part.height : top + stubs.below
      const shifted = shift(part, { x, y })
      boxes.push(...shifted.boxes)
      lines.push(...shifted.lines)
      const rail = side === 'above' ? bottom : top
      open.push({ line: stubOf(edge, x + part.exit, rail, side, exit), rail })
    }
    top = bottom + rowGap
  }
  const height = top - rowGap
  const end = { x: exit, y: side === 'above' ? height : 0 }
  return { width, height, exit, boxes, lines, open: open.map(({ line }) => continueLine(line, [end], side)) }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** From a party to the line of its row, and along it to the middle of the block. */
function stubOf(edge: GraphEdge, x: number, rail: number, side: 'above' | 'below', exit: number): DrawnLine {
  const near = side === 'above' ? rail - stubs.above : rail + stubs.below
  const points = [
    { x, y: near },
    { x, y: rail },
    { x: exit, y: rail },
  ]
  const label = { x, y: side === 'above' ? near + stubs.above / 2 : rail + stubs.above / 2 }
  return { edge, points: side === 'above' ? points : points.reverse(), label }
}

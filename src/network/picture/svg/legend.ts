import { exactly } from '../../graph/share.ts'
import { regimes } from '../../sanctions/regimes.ts'
import { type Mark, markOf } from '../box.ts'
import type { GraphEdge, GraphNode, NetworkGraph } from '../graph.ts'
import { type Font, widthOf } from '../text.ts'
import type { Paint } from './colours.ts'
import { drawLine } from './lines.ts'
import { textAt } from './markup.ts'
import { drawMark, drawShape, markHeight } from './parties.ts'

/** Draws a sign around the middle of a line, from its left. */
interface Sign {
  readonly width: number
  readonly draw: (x: number, middle: number) => string
}

const font: Font = { size: 10.5 }
const rowHeight = 22
const afterSign = 6
const afterEntry = 18

/** What the signs of a picture mean, in rows of at most a width: only those that are in it. */
export function drawLegend(
  graph: NetworkGraph,
  width: number,
  paint: Paint,
): { readonly height: number; readonly drawn: string } {
  let [x, row] = [0, 0]
  const entries = entriesFor(graph, paint).filter(([isShown]) => isShown)
  const drawn = entries.map(([, meaning, sign]) => {
    const wide = sign.width + afterSign + widthOf(meaning, font)
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1]
    const middle = row * rowHeight + rowHeight / 2
    const base = { x: x + sign.width + afterSign, y: middle + font.size * 0.35 }
    const entry = sign.draw(x, middle) + textAt(base, meaning, font, paint({ fill: 'muted' }))
    x += wide + afterEntry
    return entry
  })
  return { height: (row + 1) * rowHeight, drawn: drawn.join('') }
}

type Entry = readonly [isShown: boolean, meaning: string, sign: Sign]

function entriesFor({ nodes, edges, regime, apart }: NetworkGraph, paint: Paint): Entry[] {
  const box = (node: Partial<GraphNode>): Sign => ({
    width: 26,
    draw: (x, middle) => {
      const whole = { type: 'organization', isRoot: false, isMissing: false, status: null, ...node }
      return drawShape(whole, { x: x + 4, y: middle - 5, width: 18, height: 10 }, paint)
    },
  })
  const mark = (kind: Mark['kind'], text: string): Sign => {
    const drawn = markOf(kind, text)
    const top = markHeight / 2
    return { width: drawn.width, draw: (x, y) => drawMark(drawn, { x, y: y - top }, false, paint) }
  }
  const line = (kind: GraphEdge['kind']): Sign => ({
    width: 10,
    draw: (x, middle) => {
      const points = [middle - 9, middle + 9].map(y => ({ x: x + 5, y }))
      return drawLine({ kind, share: exactly(0.3) }, points, paint)
    },
  })
  const isIn = (test: (node: GraphNode) => boolean) => nodes.some(test)
  const isOn = (...kinds: readonly GraphEdge['kind'][]) => edges.some(({ kind }) => kinds.includes(kind))
  const rule = `under the ${regimes[regime].name} rule`
  const isUnknown = ({ type, isMissing }: GraphNode) =>
    isMissing || (type !== 'organization' && type !== 'person')
  const isFolded = apart.count > 0 || isIn(({ folded }) => folded.count > 0)
  return [
    [true, 'Root', box({ isRoot: true })],
    [isIn(({ type }) => type === 'organization'), 'Organization', box({})],
    [isIn(({ type }) => type === 'person'), 'Person', box({ type: 'person' })],
    [isIn(isUnknown), 'Kind not known', box({ type: null })],
    [isIn(({ status }) => status === 'blocked'), `Blocked ${rule}`, box({ status: 'blocked' })],
    [isIn(({ status }) => status === 'possible'), `Possibly blocked ${rule}`, box({ status: 'possible' })],
    [isIn(({ hits }) => hits.sanctions > 0), 'On a sanctions list', mark('sanctions', 'Sanctions')],
    [isIn(({ hits }) => hits.pep > 0), 'Politically exposed', mark('pep', 'PEP')],
    [isIn(({ hits }) => hits.adverseMedia > 0), 'Adverse media', mark('adverse_media', 'Media')],
    [isIn(({ hits }) => hits.risks > 0), 'Risk factor', mark('risk', 'Risk')],
    [isOn('ownership'), 'Owns, wider for more', line('ownership')],
    [isOn('control', 'votes'), 'Controls, or votes', line('control')],
    [isOn('role', 'relation'), 'Role or other relation', line('relation')],
    [isFolded, 'More parties; ! with hits or possibly blocked', mark('plain', '+ N')],
  ]
}

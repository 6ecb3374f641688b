import { exactly } from '../../graph/share.ts'
import { regimes } from '../../sanctions/regimes.ts'
import { type Mark, markOf } from '../box.ts'
import type { GraphEdge, GraphNode, NetworkGraph } from '../graph.ts'
import { type Font, widthOf } from '../text.ts'
import type { Paint } from './colours.ts'
import { drawLine } from './lines.ts'
import { element, escaped } from './markup.ts'
import { drawFrame, drawMark, drawShape } from './parties.ts'

/** A sign and what it means. */
interface Entry {
  readonly meaning: string
  readonly width: number
  /** Draws the sign around the middle of a line, from its left. */
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
  const drawn = entriesFor(graph, paint).map(({ meaning, width: signWidth, draw }) => {
    const wide = signWidth + afterSign + widthOf(meaning, font)
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1]
    const middle = row * rowHeight + rowHeight / 2
    const text = element(
      'text',
      {
        x: x + signWidth + afterSign,
        y: middle + font.size * 0.35,
        'font-size': font.size,
        ...paint({ fill: 'muted' }),
      },
      [escaped(meaning)],
    )
    const entry = draw(x, middle) + text
    x += wide + afterEntry
    return entry
  })
  return { height: (row + 1) * rowHeight, drawn: drawn.join('') }
}

function entriesFor({ nodes, edges, regime, apart }: NetworkGraph, paint: Paint): Entry[] {
  const isIn = (test: (node: GraphNode) => boolean) => nodes.some(test)
  const isOn = (test: (edge: GraphEdge) => boolean) => edges.some(test)
  const rule = `under the ${regimes[regime].name} rule`
  const line = (edge: Pick<GraphEdge, 'kind' | 'share' | 'isIndirect'>) => lineSign(edge, paint)
  const fact = { share: exactly(0.3), isIndirect: false }
  const relation = { kind: 'relation', share: null, isIndirect: false } as const
  const indirect = { kind: 'ownership', share: null, isIndirect: true } as const
  const entries: readonly (readonly [boolean, string, Omit<Entry, 'meaning'>])[] = [
    [true, 'Root', boxSign({ type: 'organization', isRoot: true }, paint)],
    [isIn(({ type }) => type === 'organization'), 'Organization', boxSign({ type: 'organization' }, paint)],
    [isIn(({ type }) => type === 'person'), 'Person', boxSign({ type: 'person' }, paint)],
    [isIn(isUnknown), 'Kind not known', boxSign({ type: null }, paint)],
    [isIn(({ status }) => status === 'blocked'), `Blocked ${rule}`, boxSign({ status: 'blocked' }, paint)],
    [
      isIn(({ status }) => status === 'possible'),
      `Possibly blocked ${rule}`,
      boxSign({ status: 'possible' }, paint),
    ],
    [
      isIn(({ hits }) => hits.sanctions > 0),
      'On a sanctions list',
      markSign('sanctions', 'Sanctions', paint),
    ],
    [isIn(({ hits }) => hits.pep > 0), 'Politically exposed', markSign('pep', 'PEP', paint)],
    [isIn(({ hits }) => hits.adverseMedia > 0), 'Adverse media', markSign('adverse_media', 'Media', paint)],
    [isIn(({ hits }) => hits.risks > 0), 'Risk factor', markSign('risk', 'Risk', paint)],
    [
      isOn(({ kind, isIndirect }) => kind === 'ownership' && !isIndirect),
      'Owns, wider for more',
      line({ kind: 'ownership', ...fact }),
    ],
    [
      isOn(({ kind }) => kind === 'control' || kind === 'votes'),
      'Controls, or votes',
      line({ kind: 'control', ...fact }),
    ],
    [
      isOn(({ kind, isIndirect }) => (kind === 'role' || kind === 'relation') && !isIndirect),
      'Role or other relation',
      line(relation),
    ],
    [isOn(({ isIndirect }) => isIndirect), 'Through parties that are not drawn', line(indirect)],
    [
      apart.count > 0 || isIn(({ folded }) => folded.count > 0),
      'More parties; ! with hits or possibly blocked',
      markSign('plain', '+ N', paint),
    ],
  ]
  return entries.flatMap(([isShown, meaning, sign]) => (isShown ? [{ meaning, ...sign }] : []))
}

function isUnknown({ type, isMissing }: GraphNode): boolean {
  return isMissing || (type !== 'organization' && type !== 'person')
}

function lineSign(
  edge: Pick<GraphEdge, 'kind' | 'share' | 'isIndirect'>,
  paint: Paint,
): Omit<Entry, 'meaning'> {
  return {
    width: 10,
    draw: (x, middle) =>
      drawLine(
        edge,
        [
          { x: x + 5, y: middle - 9 },
          { x: x + 5, y: middle + 9 },
        ],
        paint,
      ),
  }
}

function boxSign(
  {
    type = 'organization',
    isRoot = false,
    status = null,
  }: Partial<Pick<GraphNode, 'type' | 'isRoot' | 'status'>>,
  paint: Paint,
): Omit<Entry, 'meaning'> {
  return {
    width: 26,
    draw: (x, middle) => {
      const box = { x: x + 4, y: middle - 5, width: 18, height: 10 }
      if (status !== null) return drawFrame({ status, type }, box, paint).join('')
      return drawShape({ type, isRoot, isMissing: false }, box, paint)
    },
  }
}

function markSign(kind: Mark['kind'], text: string, paint: Paint): Omit<Entry, 'meaning'> {
  const mark = markOf(kind, text)
  return { width: mark.width, draw: (x, middle) => drawMark(mark, x, middle - 7, false, paint) }
}

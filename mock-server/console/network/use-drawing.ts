import { useMemo } from 'preact/hooks'
import type { NetworkGraph } from '../../../src/network/index.ts'
import type { GraphLayout } from '../../../src/network/picture/layout.ts'
import { drawNetwork } from '../../../src/network/picture/svg/draw.ts'
import { escapeControls } from '../elements/escape-controls.ts'

/** A picture as elements, of which its parties are buttons. */
export interface Drawing {
  readonly elements: readonly Element[]
  readonly parties: ReadonlyMap<string, Element>
}

export function useDrawing(graph: NetworkGraph, layout: GraphLayout): Drawing {
  return useMemo(() => {
    const elements = parse(drawNetwork(graph, layout).join(''))
    // Parties come last, in the order of the layout.
    const drawn = elements.slice(-layout.nodes.length)
    const parties = new Map<string, Element>()
    for (const [at, party] of drawn.entries()) {
      party.setAttribute('role', 'button')
      party.setAttribute('tabindex', '0')
      parties.set(layout.nodes[at]?.node.id ?? '', party)
    }
    return { elements, parties }
  }, [graph, layout])
}

/** The drawing is XML whose text is escaped, without styles and scripts. */
function parse(markup: string): Element[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${escapeControls(markup)}</svg>`
  return [...new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement.children]
}

import { useEffect, useMemo, useState } from 'preact/hooks'
import type { NetworkGraph } from '../../../src/network/index.ts'
import type { Layout } from '../../../src/network/picture/layout.ts'
import { paintFor } from '../../../src/network/picture/svg/colours.ts'
import { drawLegend } from '../../../src/network/picture/svg/legend.ts'
import { drawNetwork } from '../../../src/network/picture/svg/to-svg.ts'
import { escapeControls } from '../elements/escape-controls.ts'
import type { Size } from './viewport.ts'

/** In pixels; on a phone its rows are short, so that its letters stay readable. */
const legendWidth = () => (matchMedia('(max-width: 640px)').matches ? 350 : 640)

/** A picture as elements: its colours follow the reader's preference, and its parties are buttons. */
export interface Drawing {
  readonly elements: readonly Element[]
  /** The group of each party, by id. */
  readonly parties: ReadonlyMap<string, Element>
  readonly legend: Size & { readonly elements: readonly Element[] }
}

export function useDrawing(graph: NetworkGraph, layout: Layout): Drawing {
  const isDark = usePrefersDark()
  return useMemo(() => {
    const paint = paintFor(isDark ? 'dark' : 'light')
    const width = legendWidth()
    const legend = drawLegend(graph, width, paint)
    const elements = parse(drawNetwork(graph, layout, paint).join(''))
    // Parties come last, in the order of the layout.
    const drawn = elements.slice(-layout.nodes.length)
    const parties = new Map(layout.nodes.flatMap(({ node }, at) => pair(node.id, drawn[at])))
    for (const party of parties.values()) {
      party.setAttribute('role', 'button')
      party.setAttribute('tabindex', '0')
    }
    return {
      elements,
      parties,
      legend: { width, height: legend.height, elements: parse(legend.drawn) },
    }
  }, [graph, layout, isDark])
}

function pair(id: string, party: Element | undefined): (readonly [string, Element])[] {
  return party === undefined ? [] : [[id, party]]
}

/** The drawing is XML whose text is escaped, without styles and scripts. */
function parse(markup: string): Element[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${escapeControls(markup)}</svg>`
  return [...new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement.children]
}

function usePrefersDark(): boolean {
  const [preference] = useState(() => matchMedia('(prefers-color-scheme: dark)'))
  const [isDark, setDark] = useState(preference.matches)
  useEffect(() => {
    const read = () => setDark(preference.matches)
    preference.addEventListener('change', read)
    return () => preference.removeEventListener('change', read)
  }, [preference])
  return isDark
}

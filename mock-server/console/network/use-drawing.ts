import { useEffect, useMemo, useState } from 'preact/hooks'
import type { NetworkGraph } from '../../../src/network/index.ts'
import type { Layout } from '../../../src/network/picture/layout.ts'
import { paintFor } from '../../../src/network/picture/svg/colours.ts'
import { drawNetwork } from '../../../src/network/picture/svg/draw.ts'
import { escapeControls } from '../elements/escape-controls.ts'

/** A picture as elements: its colours follow the reader's preference, and its parties are buttons. */
export interface Drawing {
  readonly elements: readonly Element[]
  /** The group of each party, by id. */
  readonly parties: ReadonlyMap<string, Element>
}

export function useDrawing(graph: NetworkGraph, layout: Layout): Drawing {
  const isDark = usePrefersDark()
  return useMemo(() => {
    const paint = paintFor(isDark ? 'dark' : 'light')
    const elements = parse(drawNetwork(graph, layout, paint).join(''))
    // Parties come last, in the order of the layout.
    const drawn = elements.slice(-layout.nodes.length)
    const parties = new Map(layout.nodes.flatMap(({ node }, at) => pair(node.id, drawn[at])))
    for (const party of parties.values()) {
      party.setAttribute('role', 'button')
      party.setAttribute('tabindex', '0')
    }
    return { elements, parties }
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

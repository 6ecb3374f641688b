import { useMemo } from 'preact/hooks'
import type { NetworkGraph } from '../../../src/network/index.ts'
import type { GraphLayout } from '../../../src/network/picture/layout.ts'
import { drawNetwork } from '../../../src/network/picture/svg/draw.ts'
import { colours } from '../../../src/network/picture/svg/markup.ts'
import { escapeControls } from '../elements/escape-controls.ts'

/** The elements of a picture. Each party is a button. */
export interface Drawing {
  readonly elements: readonly Element[]
  readonly parties: ReadonlyMap<string, Element>
}

/**
 * Maps each colour of a drawing to the colour of the page that replaces it, so that the drawing follows the light or dark mode
 * of the page.
 */
const pageColours: ReadonlyMap<string, string> = new Map([
  [colours.background, 'var(--ground)'],
  [colours.box, 'var(--raised)'],
  [colours.border, 'var(--edge)'],
  [colours.ink, 'var(--text)'],
  [colours.muted, 'var(--dim)'],
  [colours.ownership, 'var(--dim)'],
  [colours.control, 'var(--accent)'],
  [colours.relation, 'var(--edge)'],
  [colours.blocked, 'var(--bad)'],
  [colours.possible, 'var(--warn)'],
  [colours.root, 'var(--text)'],
])

export function useDrawing(graph: NetworkGraph, layout: GraphLayout): Drawing {
  return useMemo(() => {
    const elements = parseDrawing(drawNetwork(graph, layout).join(''))
    for (const element of elements) applyPageColours(element)
    // The elements of the parties come last, in the order of the layout.
    const partyElements = elements.slice(-layout.nodes.length)
    const parties = new Map<string, Element>()
    for (const [index, party] of partyElements.entries()) {
      party.setAttribute('role', 'button')
      party.setAttribute('tabindex', '0')
      parties.set(layout.nodes[index]?.node.id ?? '', party)
    }
    return { elements, parties }
  }, [graph, layout])
}

/** Parses a drawing: XML with escaped text, without styles or scripts. */
function parseDrawing(markup: string): Element[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${escapeControls(markup)}</svg>`
  return [...new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement.children]
}

function applyPageColours(group: Element): void {
  for (const element of group.querySelectorAll('[fill], [stroke]'))
    for (const attribute of ['fill', 'stroke']) {
      const colour = pageColours.get(element.getAttribute(attribute) ?? '')
      if (colour !== undefined) element.setAttribute(attribute, colour)
    }
}

import type { Network } from 'entity-screening-sdk'
import { toSvg } from 'entity-screening-sdk/network'
import { useEffect, useRef, useState } from 'react'
import { Party } from './party.tsx'

/** A network as a picture; beside it the party that was chosen in it, with all entries against it. */
export function NetworkPicture({ network }: { network: Network }) {
  const [chosen, choose] = useState(network.rootId)
  const drawing = useDrawing(network, choose)
  const picture = useRef<HTMLDivElement>(null)
  const failed = drawing === 'failed'
  useEffect(() => {
    if (drawing instanceof Element) picture.current?.replaceChildren(drawing)
  }, [drawing])
  useEffect(() => {
    if (!(drawing instanceof Element)) return
    for (const party of drawing.querySelectorAll<SVGElement>('[data-id]'))
      party.setAttribute('aria-pressed', String(party.dataset.id === chosen))
  }, [drawing, chosen])
  const nodes = failed
    ? network.nodes
    : network.nodes.filter(({ id }) => id === chosen)
  return (
    <div className="network">
      {!failed && <div className="picture" ref={picture} />}
      <aside aria-label="Entries" aria-live="polite">
        {nodes.map(node => (
          <div className="party" key={node.id}>
            <Party node={node} network={network} />
          </div>
        ))}
      </aside>
    </div>
  )
}

/** A network as an element. It fails where nothing can be drawn, as without a root: all parties are listed then. */
function useDrawing(
  network: Network,
  choose: (id: string) => void,
): Element | 'failed' | null {
  const [drawing, setDrawing] = useState<Element | 'failed' | null>(null)
  useEffect(() => {
    let isCurrent = true
    toSvg(network)
      .then(svg => interactive(svg, choose))
      .catch(() => 'failed' as const)
      .then(drawn => isCurrent && setDrawing(drawn))
    return () => {
      isCurrent = false
    }
  }, [network, choose])
  return drawing
}

/** The drawing as an element whose parties are buttons: by Tab and Enter, or by a click. */
function interactive(svg: string, choose: (id: string) => void): Element {
  const drawing = new DOMParser().parseFromString(
    svg,
    'image/svg+xml',
  ).documentElement
  // A picture would hide its parties from screen readers.
  drawing.setAttribute('role', 'group')
  for (const party of drawing.querySelectorAll<SVGElement>('[data-id]')) {
    const id = party.dataset.id ?? ''
    party.setAttribute('role', 'button')
    party.setAttribute('tabindex', '0')
    party.addEventListener('click', () => choose(id))
    party.addEventListener('keydown', event => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      choose(id)
    })
  }
  return drawing
}

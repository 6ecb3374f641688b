/** @jsxImportSource preact */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { NetworkGraph } from '../../../src/network/index.ts'
import type { GraphLayout } from '../../../src/network/picture/layout.ts'
import { Button } from '../elements/form.tsx'
import { useDrawing } from './use-drawing.ts'
import { useScale } from './use-scale.ts'

interface PictureProps {
  readonly graph: NetworkGraph
  readonly layout: GraphLayout
  readonly label: string
  readonly chosen: string
  readonly choose: (id: string) => void
  readonly onSave: () => void
  readonly summary: string
}

/** A network as a picture in which users select a party with a click, or with Tab and Enter. */
export function Picture({ graph, layout, label, chosen, choose, onSave, summary }: PictureProps) {
  const { elements, parties } = useDrawing(graph, layout)
  const { box, viewBox, width, height, fit, showFullSize } = useScale(
    layout,
    layout.nodes.find(({ node }) => node.id === graph.rootId),
  )
  const partyIdOf = ({ target }: Event) =>
    [...parties].find(([, party]) => target instanceof Node && party.contains(target))?.[0]

  useLayoutEffect(() => {
    for (const [id, party] of parties) party.setAttribute('aria-pressed', String(id === chosen))
  }, [parties, chosen])

  function chooseTarget(event: Event): void {
    const id = partyIdOf(event)
    if (id !== undefined) choose(id)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    chooseTarget(event)
  }

  return (
    <figure class="picture">
      <div class="picture-window" ref={box}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no field set. */}
        <svg
          role="group"
          aria-label={label}
          viewBox={viewBox}
          width={width}
          height={height}
          onClick={chooseTarget}
          onKeyDown={onKeyDown}
        >
          <DomElements elements={elements} />
        </svg>
      </div>
      <div class="tools">
        <Button onClick={fit}>Fit</Button>
        <Button onClick={showFullSize}>100 %</Button>
        <Button onClick={onSave}>Download SVG</Button>
      </div>
      <figcaption>
        <p>{summary}</p>
        <p class="dim">By keyboard: Tab to a party, Enter to choose it, arrows to scroll.</p>
      </figcaption>
    </figure>
  )
}

/** Renders existing DOM elements. */
function DomElements({ elements }: { elements: readonly Element[] }) {
  const group = useRef<SVGGElement>(null)
  useLayoutEffect(() => group.current?.replaceChildren(...elements), [elements])
  return <g ref={group} />
}

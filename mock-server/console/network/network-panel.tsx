/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type GraphLayout, layOut } from '../../../src/network/picture/layout.ts'
import { drawPicture } from '../../../src/network/picture/svg/draw.ts'
import { messageOf } from '../../../src/shared/errors.ts'
import type { ShownNetwork } from '../../admin/entities.ts'
import { useLive } from '../connection/use-live.ts'
import { downloadFile } from '../elements/download-file.ts'
import { Choice, Problem } from '../elements/form.tsx'
import { useConsole } from '../shell/console-context.ts'
import { toEntity } from '../shell/route-link.tsx'
import {
  createNetworkView,
  type NetworkView,
  type OwnershipRule,
  ownerRuleLabels,
  regimeLabels,
  type SanctionsRegime,
} from './network-view.ts'
import { PartyEntries } from './party-entries.tsx'
import { Picture } from './picture.tsx'

interface PanelProps {
  readonly id: string
  readonly name: string
  /** When the version changes, the panel reads the network again. */
  readonly version: string
}

export function NetworkPanel({ id, name, version }: PanelProps) {
  const [regime, setRegime] = useState<SanctionsRegime>('ofac')
  const [rule, setRule] = useState<OwnershipRule>('amlr')
  const [chosenId, choose] = useState(id)
  const { drawing, error } = useNetwork(id, version, regime, rule)
  if (drawing === undefined) return error === undefined ? <p>Reading …</p> : <Problem text={error} />
  const { view, layout } = drawing
  const { graph, nodes } = view
  const title = `Network of ${name}`
  const party = graph.nodes.find(node => node.id === chosenId) ?? graph.nodes.find(({ isRoot }) => isRoot)
  const save = () => downloadFile(`network-${id}.svg`, drawPicture(graph, layout, title), 'image/svg+xml')
  return (
    <>
      <Problem text={error} />
      {view.isQuirky && (
        <p class="warn">
          Responses about this entity have quirks on purpose: a client gets further entries and relations, and
          other spellings. This is the network behind them.
        </p>
      )}
      <div class="network">
        <Picture
          graph={graph}
          layout={layout}
          label={title}
          chosen={party?.id ?? id}
          choose={choose}
          onSave={save}
          summary={graph.summary.filter(sentence => !view.sanctions.includes(sentence)).join(' ')}
        />
        {party !== undefined && <PartyEntries party={party} node={nodes[party.id]} graph={graph} />}
      </div>
      <div class="assessments">
        <Assessment title="Sanctions" sentences={view.sanctions}>
          <Choice label="Rule on sanctions" options={regimeLabels} value={regime} onChange={setRegime} />
        </Assessment>
        <Assessment title="Beneficial owners" sentences={view.owners}>
          <Choice
            label="Rule on beneficial owners"
            options={ownerRuleLabels}
            value={rule}
            onChange={setRule}
          />
        </Assessment>
      </div>
    </>
  )
}

interface AssessmentProps {
  readonly title: string
  readonly sentences: readonly string[]
  readonly children: ComponentChildren
}

function Assessment({ title, sentences, children }: AssessmentProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
      <ul aria-live="polite">
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

/** Reads a network, applies the rules and draws it. Shows the previous drawing until the next one is ready. */
function useNetwork(id: string, version: string, regime: SanctionsRegime, rule: OwnershipRule) {
  const { connection } = useConsole()
  const path = `${toEntity(id)}/network`
  const { data: network, error } = useLive<ShownNetwork>(connection, path, [], version)
  const [drawing, setDrawing] = useState<{ view: NetworkView; layout: GraphLayout }>()
  const [drawingError, setDrawingError] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    async function draw(network: ShownNetwork): Promise<void> {
      const view = createNetworkView(network, id, regime, rule)
      const layout = await layOut(view.graph)
      if (isCurrent) setDrawing({ view, layout })
      if (isCurrent) setDrawingError(undefined)
    }
    if (network !== undefined)
      draw(network).catch((failure: unknown) => isCurrent && setDrawingError(messageOf(failure)))
    return () => {
      isCurrent = false
    }
  }, [network, id, regime, rule])
  return { drawing, error: error ?? drawingError }
}

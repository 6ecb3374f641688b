/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type Layout, layOut } from '../../../src/network/picture/layout.ts'
import { drawPicture } from '../../../src/network/picture/svg/draw.ts'
import type { ShownNetwork } from '../../admin/entities.ts'
import { messageOf } from '../connection/send-call.ts'
import { Choice } from '../elements/choice.tsx'
import { Problem } from '../elements/problem.tsx'
import { saveFile } from '../elements/save-file.ts'
import { useConsole } from '../shell/console-context.ts'
import { PartyEntries } from './party-entries.tsx'
import { Picture } from './picture.tsx'
import { type NetworkView, type Regime, viewOf } from './view.ts'

const regimes = { ofac: 'OFAC', eu: 'EU', uk: 'UK' } as const
const rules = { amlr: 'AMLR', amld: 'AMLD' } as const

interface PanelProps {
  readonly id: string
  readonly name: string
  /** Differs where the network may: it is read again then. */
  readonly version: string
}

/** The network of an entity: its picture, the party that was chosen in it, sanctions and beneficial owners. */
export function NetworkPanel({ id, name, version }: PanelProps) {
  const [regime, setRegime] = useState<keyof typeof regimes>('ofac')
  const [rule, setRule] = useState<keyof typeof rules>('amlr')
  const [chosen, choose] = useState(id)
  const { drawn, error } = useNetwork(id, version, regime, rule)
  if (drawn === undefined) return error === undefined ? <p>Reading …</p> : <Problem text={error} />
  const { view, layout } = drawn
  const { graph, nodes } = view
  const title = `Network of ${name}`
  const party = graph.nodes.find(node => node.id === chosen) ?? graph.nodes.find(({ isRoot }) => isRoot)
  const save = () =>
    saveFile(`network-${id}.svg`, drawPicture(graph, layout, title, 'light'), 'image/svg+xml')
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
      <div class="answers">
        <Answer title="Sanctions" sentences={view.sanctions}>
          <Choice label="Rule on sanctions" options={regimes} value={regime} onChange={setRegime} />
        </Answer>
        <Answer title="Beneficial owners" sentences={view.owners}>
          <Choice label="Rule on beneficial owners" options={rules} value={rule} onChange={setRule} />
        </Answer>
      </div>
    </>
  )
}

function Answer({
  title,
  sentences,
  children,
}: {
  title: string
  sentences: readonly string[]
  children: ComponentChildren
}) {
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

/** Reads a network, judges it by the rules and lays it out; what was shown stays until the next is there. */
function useNetwork(id: string, version: string, regime: Regime, rule: keyof typeof rules) {
  const { connection } = useConsole()
  const [shown, setShown] = useState<ShownNetwork>()
  const [drawn, setDrawn] = useState<{ view: NetworkView; layout: Layout }>()
  const [error, setError] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another network
  useEffect(() => {
    let isCurrent = true
    connection.call<ShownNetwork>('GET', `/entities/${encodeURIComponent(id)}/network`).then(
      shown => isCurrent && setShown(shown),
      (failure: unknown) => isCurrent && setError(messageOf(failure)),
    )
    return () => {
      isCurrent = false
    }
  }, [connection, id, version])
  useEffect(() => {
    let isCurrent = true
    async function draw(shown: ShownNetwork): Promise<void> {
      const view = viewOf(shown, id, regime, rule)
      const layout = await layOut(view.graph)
      if (!isCurrent) return
      setDrawn({ view, layout })
      setError(undefined)
    }
    if (shown !== undefined)
      draw(shown).catch((failure: unknown) => isCurrent && setError(messageOf(failure)))
    return () => {
      isCurrent = false
    }
  }, [shown, id, regime, rule])
  return { drawn, error }
}

/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type GraphLayout, layOut } from '../../../src/network/picture/layout.ts'
import { drawPicture } from '../../../src/network/picture/svg/draw.ts'
import { messageOf } from '../../../src/shared/errors.ts'
import type { ShownNetwork } from '../../admin/entities.ts'
import { useLive } from '../connection/use-live.ts'
import { Choice, Problem } from '../elements/form.tsx'
import { saveFile } from '../elements/save-file.ts'
import { useConsole } from '../shell/console-context.ts'
import { toEntity } from '../shell/link.tsx'
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
  const save = () => saveFile(`network-${id}.svg`, drawPicture(graph, layout, title), 'image/svg+xml')
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

interface AnswerProps {
  readonly title: string
  readonly sentences: readonly string[]
  readonly children: ComponentChildren
}

function Answer({ title, sentences, children }: AnswerProps) {
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
  const { data: shown, error } = useLive<ShownNetwork>(connection, `${toEntity(id)}/network`, [], version)
  const [drawn, setDrawn] = useState<{ view: NetworkView; layout: GraphLayout }>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    async function draw(shown: ShownNetwork): Promise<void> {
      const view = viewOf(shown, id, regime, rule)
      const layout = await layOut(view.graph)
      if (isCurrent) setDrawn({ view, layout })
      if (isCurrent) setProblem(undefined)
    }
    if (shown !== undefined)
      draw(shown).catch((failure: unknown) => isCurrent && setProblem(messageOf(failure)))
    return () => {
      isCurrent = false
    }
  }, [shown, id, regime, rule])
  return { drawn, error: error ?? problem }
}

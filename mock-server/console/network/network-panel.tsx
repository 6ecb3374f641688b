/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { BeneficialOwnerRule, Regime } from '../../../src/network/index.ts'
import type { NetworkBody } from '../../dialects/bodies.ts'
import { messageOf } from '../connection/send-call.ts'
import { useLive } from '../connection/use-live.ts'
import { Choice } from '../elements/choice.tsx'
import { Problem } from '../elements/problem.tsx'
import { saveFile } from '../elements/save-file.ts'
import { useConsole } from '../shell/console-context.ts'
import { type Analysis, analyse } from './analyse.ts'
import { PartyEntries } from './party-entries.tsx'
import { Picture } from './picture.tsx'

const regimes: Readonly<Record<Regime, string>> = { ofac: 'OFAC', eu: 'EU', uk: 'UK' }
const rules: Readonly<Record<BeneficialOwnerRule, string>> = { amlr: 'AMLR', amld: 'AMLD' }

/** The network of an entity: its picture, the party that was chosen in it, exposure and beneficial owners. */
export function NetworkPanel({ id, name }: { id: string; name: string }) {
  const [regime, setRegime] = useState<Regime>('ofac')
  const [rule, setRule] = useState<BeneficialOwnerRule>('amlr')
  const [chosen, choose] = useState(id)
  const { analysis, error } = useAnalysis(id, regime)
  if (analysis === undefined) return error === undefined ? <p>Drawing …</p> : <Problem text={error} />
  const { graph, layout } = analysis
  const party = graph.nodes.find(node => node.id === chosen) ?? graph.nodes.find(({ isRoot }) => isRoot)
  const save = async () => saveFile(`network-${id}.svg`, await analysis.svg(), 'image/svg+xml')
  return (
    <div class="network">
      <Problem text={error} />
      <div class="network-drawn">
        <Picture
          graph={graph}
          layout={layout}
          label={`Network of ${name}`}
          chosen={party?.id ?? id}
          choose={choose}
        />
        {party !== undefined && (
          <PartyEntries party={party} nodes={analysis.nodesOf(party.id)} graph={graph} />
        )}
      </div>
      <div class="tools">
        <button type="button" onClick={save}>
          Download SVG
        </button>
      </div>
      <div class="network-answers">
        <Answer title="Exposure" sentences={analysis.exposure}>
          <Choice label="Rule on exposure" options={regimes} value={regime} onChange={setRegime} />
        </Answer>
        <Answer title="Beneficial owners" sentences={analysis.owners(rule)}>
          <Choice label="Rule on beneficial owners" options={rules} value={rule} onChange={setRule} />
        </Answer>
      </div>
    </div>
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
      <ul class="sentences" aria-live="polite">
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

/** Reads the network, and analyses it anew when it differs or another regime is asked for. */
function useAnalysis(id: string, regime: Regime) {
  const { connection } = useConsole()
  const load = useCallback(
    async () => JSON.stringify(await connection.call('GET', `/entities/${encodeURIComponent(id)}/network`)),
    [connection, id],
  )
  const { data: text, error } = useLive(connection, load, ['state', 'clock', 'reset'])
  const [analysis, setAnalysis] = useState<Analysis>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (text === undefined) return undefined
    let isCurrent = true
    const body: NetworkBody = JSON.parse(text)
    analyse(body, id, regime).then(
      done => {
        if (!isCurrent) return
        setAnalysis(done)
        setFailure(undefined)
      },
      (reason: unknown) => isCurrent && setFailure(messageOf(reason)),
    )
    return () => {
      isCurrent = false
    }
  }, [text, id, regime])
  return { analysis, error: error ?? failure }
}

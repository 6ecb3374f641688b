/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

interface FactsProps {
  readonly facts: Readonly<Record<string, ComponentChildren>>
  /** Whether each value is shown below its name, with the pairs of name and value side by side. */
  readonly isRecord?: boolean
}

/** A list of names and values, with a dash for each missing value. */
export function Facts({ facts, isRecord = false }: FactsProps) {
  return (
    <dl class={isRecord ? 'record' : undefined}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

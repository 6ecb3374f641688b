/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

interface FactsProps {
  readonly facts: Readonly<Record<string, ComponentChildren>>
  /** Whether each value is shown below its name, with several pairs side by side. */
  readonly isRecord?: boolean
}

/** Values by their names. */
export function Facts({ facts, isRecord = false }: FactsProps) {
  return (
    <dl class={isRecord ? 'record' : undefined}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

interface FactsProps {
  readonly of: Readonly<Record<string, ComponentChildren>>
  /** Whether each stands below its name, several in a row. */
  readonly isRecord?: boolean
}

/** Values by their names. */
export function Facts({ of, isRecord = false }: FactsProps) {
  return (
    <dl class={isRecord ? 'record' : undefined}>
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

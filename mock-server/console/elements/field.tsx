/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

/** A form field with its label. */
export function Field({
  label,
  isWide,
  children,
}: {
  label: string
  isWide?: boolean
  children: ComponentChildren
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label class={isWide ? 'field wide' : 'field'}>
      <span>{label}</span>
      {children}
    </label>
  )
}

/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

/** A form field with its label. */
export function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  )
}

/** @jsxImportSource preact */
import { Field } from './field.tsx'

/** A line of text with its label. */
export function TextField({
  label,
  value,
  onInput,
  hint,
  required = false,
}: {
  label: string
  value: string
  onInput: (value: string) => void
  hint?: string
  required?: boolean
}) {
  return (
    <Field label={label}>
      <input
        value={value}
        placeholder={hint}
        required={required}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </Field>
  )
}

/** @jsxImportSource preact */
import { Field } from './field.tsx'

/** One of a few values, with what each is called. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: Readonly<Record<Value, string>>
  value: Value
  onChange: (value: Value) => void
}) {
  const values = Object.keys(options).filter((key): key is Value => Object.hasOwn(options, key))
  return (
    <Field label={label}>
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = values[currentTarget.selectedIndex]
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {values.map(key => (
          <option key={key} value={key}>
            {options[key]}
          </option>
        ))}
      </select>
    </Field>
  )
}

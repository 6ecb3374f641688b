/** @jsxImportSource preact */
import type { ComponentChildren, ComponentProps } from 'preact'
import type { Action } from '../connection/use-action.ts'

export function Problem({ text }: { text: string | undefined }) {
  return (
    <p class="problem" role="alert" hidden={text === undefined}>
      {text}
    </p>
  )
}

type Work = () => Promise<unknown>

interface ButtonProps extends ComponentProps<'button'> {
  /** What it begins, and of what: nothing else of that begins meanwhile. */
  readonly action?: Action
  readonly work?: Work
}

export function Button({ action, work, ...props }: ButtonProps) {
  const run = action && work && (() => void action.run(work))
  return <button type="button" aria-disabled={action?.isBusy} onClick={run} {...props} />
}

interface FormProps {
  readonly action: Action
  readonly work: Work
  readonly submit: ComponentChildren
  readonly canSubmit?: boolean
  /** How its fields are laid out: in a row, or one below the other. */
  readonly layout?: 'tools' | 'stack'
  readonly children: ComponentChildren
}

/** A form that does one thing, and says why it failed. */
export function Form({ action, work, submit, canSubmit = true, layout = 'stack', children }: FormProps) {
  return (
    <form
      class={layout}
      onSubmit={event => {
        event.preventDefault()
        void action.run(work)
      }}
    >
      {children}
      <button type="submit" aria-disabled={action.isBusy} disabled={!canSubmit}>
        {submit}
      </button>
      <Problem text={action.error} />
    </form>
  )
}

interface FieldProps {
  readonly label: string
  readonly isWide?: boolean | undefined
}

export function Field({ label, isWide = false, children }: FieldProps & { children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
    <label class={isWide ? 'field wide' : 'field'}>
      <span>{label}</span>
      {children}
    </label>
  )
}

interface TextFieldProps extends FieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly hint?: string | undefined
  readonly required?: boolean
  /** How many lines it has; left out, it is one that does not grow. */
  readonly rows?: number
  readonly isNumber?: boolean
}

export function TextField({ onInput, ...props }: TextFieldProps) {
  const { label, isWide, value, hint, required = false, rows, isNumber } = props
  const common = { value, required, placeholder: hint, spellcheck: false, autocomplete: 'off' as const }
  const read = (event: { readonly currentTarget: { readonly value: string } }) =>
    onInput(event.currentTarget.value)
  return (
    <Field label={label} isWide={isWide}>
      {rows === undefined ? (
        <input {...(isNumber && ({ type: 'number', step: 'any' } as const))} onInput={read} {...common} />
      ) : (
        <textarea rows={rows} onInput={read} {...common} />
      )}
    </Field>
  )
}

interface ChoiceProps<Value extends string> extends FieldProps {
  readonly options: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, isWide, options, value, onChange } = props
  const values = Object.keys(options).filter((key): key is Value => Object.hasOwn(options, key))
  return (
    <Field label={label} isWide={isWide}>
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

/** Names as the options of a choice, after one that stands for none of them. */
export function optionsOf(none: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries([['', none], ...names.map(name => [name, name] as const)])
}

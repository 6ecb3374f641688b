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
  /** The action that runs the button's `work`. While it runs, all buttons with the same action are disabled. */
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
  /** The layout of the fields: in a row, or one below the other. */
  readonly layout?: 'tools' | 'stack'
  readonly children: ComponentChildren
}

/** A form with one action. Shows the error if the action fails. */
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

export function LabelledField({
  label,
  isWide = false,
  children,
}: FieldProps & { children: ComponentChildren }) {
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
  /** The number of lines of the text area. If left out, the field is a single-line input. */
  readonly rows?: number
  readonly isNumber?: boolean
  readonly isDisabled?: boolean
}

export function TextField({ onInput, ...props }: TextFieldProps) {
  const { label, isWide, value, hint, required = false, rows, isNumber, isDisabled = false } = props
  const attributes = {
    ...{ value, required, disabled: isDisabled },
    ...{ placeholder: hint, spellcheck: false, autocomplete: 'off' as const },
  }
  const read = (event: { readonly currentTarget: { readonly value: string } }) =>
    onInput(event.currentTarget.value)
  return (
    <LabelledField label={label} isWide={isWide}>
      {rows === undefined ? (
        <input {...(isNumber && ({ type: 'number', step: 'any' } as const))} onInput={read} {...attributes} />
      ) : (
        <textarea rows={rows} onInput={read} {...attributes} />
      )}
    </LabelledField>
  )
}

interface ChoiceProps<Value extends string> extends FieldProps {
  /** Whether the label is hidden, so that only screen readers read it. */
  readonly hasHiddenLabel?: boolean
  readonly options: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, isWide, hasHiddenLabel = false, options, value, onChange } = props
  const values = Object.keys(options).filter((key): key is Value => Object.hasOwn(options, key))
  const select = (
    <select
      aria-label={hasHiddenLabel ? label : undefined}
      value={value}
      onChange={({ currentTarget }) => {
        const selected = values[currentTarget.selectedIndex]
        if (selected !== undefined) onChange(selected)
      }}
    >
      {values.map(key => (
        <option key={key} value={key}>
          {options[key]}
        </option>
      ))}
    </select>
  )
  if (hasHiddenLabel) return select
  return (
    <LabelledField label={label} isWide={isWide}>
      {select}
    </LabelledField>
  )
}

/** Returns the options of a select element: a blank option, followed by the names. */
export function optionsOf(blankLabel: string, names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries([['', blankLabel], ...names.map(name => [name, name] as const)])
}

/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useConsole } from '../shell/console-context.ts'
import { Button } from './form.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal dialog, open as long as it is rendered; Escape and the close button call `onClose`. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    const fields = dialog?.querySelectorAll<HTMLElement>('input, select, textarea') ?? []
    // What must be filled in, as a name.
    const field = [...fields].find(field => field.matches(':required')) ?? fields[0]
    field?.focus()
    // Gives the focus back to what opened it.
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={element} aria-labelledby={heading} onClose={onClose}>
      <header>
        <h2 id={heading}>{title}</h2>
        <Button class="quiet" onClick={onClose}>
          Close
        </Button>
      </header>
      {children}
    </dialog>
  )
}

interface ConfirmProps {
  readonly label: string
  readonly disabled?: boolean
  readonly onConfirm: () => void
  readonly children: ComponentChildren
}

/** A button that asks before it does what cannot be undone; `children` says what is lost. */
export function ConfirmButton({ label, disabled = false, onConfirm, children }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false)
  const confirm = () => {
    setOpen(false)
    onConfirm()
  }
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <p>{children}</p>
          <Button onClick={confirm}>{label}</Button>
        </Dialog>
      )}
    </>
  )
}

/** Copies a text that is made when it is asked for; where the browser forbids it, shows the text to copy by hand. */
export function CopyButton({ label, text }: { label: string; text: () => string | Promise<string> }) {
  const { announce } = useConsole()
  const [toCopy, setToCopy] = useState<string>()
  async function copy(): Promise<void> {
    const copied = await text()
    await navigator.clipboard.writeText(copied).then(
      () => announce(`${label}: done`),
      () => setToCopy(copied),
    )
  }
  return (
    <>
      <Button onClick={copy}>{label}</Button>
      {toCopy !== undefined && (
        <Dialog title={label} onClose={() => setToCopy(undefined)}>
          <p>The browser does not let this page write to the clipboard. Select the text and copy it.</p>
          <textarea
            readOnly
            rows={8}
            aria-label="Text to copy"
            value={toCopy}
            onFocus={event => event.currentTarget.select()}
          />
        </Dialog>
      )}
    </>
  )
}

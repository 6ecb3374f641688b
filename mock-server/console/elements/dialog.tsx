/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from './form.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** Whether there is a close button beside the title; true by default. */
  readonly hasCloseButton?: boolean
  readonly children: ComponentChildren
}

/** A modal dialog. It is open as long as it is rendered. Escape and the close button call `onClose`. */
export function Dialog({ title, onClose, hasCloseButton = true, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    const fields = [...(dialog?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [])]
    const firstRequired = fields.find(field => field.matches(':required'))
    const focused = firstRequired ?? fields[0]
    focused?.focus()
    // Closing the dialog returns the focus to the element that opened it.
    return () => dialog?.close()
  }, [])
  return (
    <dialog ref={element} aria-labelledby={heading} onClose={onClose}>
      <header>
        <h2 id={heading}>{title}</h2>
        {hasCloseButton && (
          <Button class="small" onClick={onClose}>
            Close
          </Button>
        )}
      </header>
      {children}
    </dialog>
  )
}

interface ConfirmProps {
  readonly label: string
  readonly disabled?: boolean
  /** Whether the button that confirms is red. */
  readonly isDangerous?: boolean
  readonly onConfirm: () => void
  readonly children: ComponentChildren
}

/** A button that asks for confirmation. `children` describe what will be lost. */
export function ConfirmButton(props: ConfirmProps) {
  const { label, disabled = false, isDangerous = false, onConfirm, children } = props
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
        <Dialog title={label} onClose={() => setOpen(false)} hasCloseButton={false}>
          <p>{children}</p>
          <div class="tools">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button class={isDangerous ? 'primary danger' : 'primary'} onClick={confirm}>
              {label}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

/** A modal dialog, open as long as it is rendered; Escape and the close button call `onClose`. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string
  onClose: () => void
  children: ComponentChildren
}) {
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
        <button type="button" class="quiet" onClick={onClose}>
          Close
        </button>
      </header>
      {children}
    </dialog>
  )
}

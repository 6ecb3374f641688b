/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from './dialog.tsx'

/** A button that asks before it does what cannot be undone; `children` says what is lost. */
export function ConfirmButton({
  label,
  disabled = false,
  onConfirm,
  children,
}: {
  label: string
  disabled?: boolean
  onConfirm: () => void
  children: ComponentChildren
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <p>{children}</p>
          <button
            type="button"
            onClick={() => {
              setOpen(false)
              onConfirm()
            }}
          >
            {label}
          </button>
        </Dialog>
      )}
    </>
  )
}

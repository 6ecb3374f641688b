/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole } from '../shell/console-context.ts'
import { Dialog } from './dialog.tsx'
import { Button } from './form.tsx'

interface CopyButtonProps {
  /** The accessible name of the button. It is visible only if the button has no children. */
  readonly label: string
  readonly text: () => string | Promise<string>
  readonly class?: string
  readonly children?: ComponentChildren
}

/**
 * Copies a string, which is created when the button is clicked. If the browser forbids copying, shows the string, so that the
 * user can copy it manually.
 */
export function CopyButton({ label, text, class: className, children }: CopyButtonProps) {
  const { announce } = useConsole()
  const [manualText, setManualText] = useState<string>()
  async function copy(): Promise<void> {
    const copy = await text()
    await navigator.clipboard.writeText(copy).then(
      () => announce(`${label}: done`),
      () => setManualText(copy),
    )
  }
  return (
    <>
      <Button class={className} aria-label={children === undefined ? undefined : label} onClick={copy}>
        {children ?? label}
      </Button>
      {manualText !== undefined && (
        <Dialog title={label} onClose={() => setManualText(undefined)}>
          <p>The browser does not let this page write to the clipboard. Select the text and copy it.</p>
          <textarea
            readOnly
            rows={8}
            aria-label="Text to copy"
            value={manualText}
            onFocus={event => event.currentTarget.select()}
          />
        </Dialog>
      )}
    </>
  )
}

/** An identifier with a button that copies it. */
export function CopyableId({ label, id }: { label: string; id: string }) {
  return (
    <span class="identifier">
      <code>{id}</code>
      <CopyButton class="small" label={`Copy ${label}`} text={() => id}>
        Copy
      </CopyButton>
    </span>
  )
}

/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useConsole } from '../shell/console-context.ts'
import { Dialog } from './dialog.tsx'

/** Copies a text that is made when it is asked for; where the browser forbids it, shows the text to copy by hand. */
export function CopyButton({
  label,
  text,
  quiet,
}: {
  label: string
  text: () => string | Promise<string>
  quiet?: boolean
}) {
  const { announce } = useConsole()
  const [toCopy, setToCopy] = useState<string>()
  async function copy(): Promise<void> {
    const copied = await text()
    try {
      await navigator.clipboard.writeText(copied)
      announce(`${label}: done`)
    } catch {
      setToCopy(copied)
    }
  }
  return (
    <>
      <button type="button" class={quiet ? 'quiet' : undefined} onClick={copy}>
        {label}
      </button>
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

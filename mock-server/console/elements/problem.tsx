/** @jsxImportSource preact */

/** Why something failed; nothing where it did not. */
export function Problem({ text }: { text: string | undefined }) {
  return (
    <p class="problem" role="alert" hidden={text === undefined}>
      {text}
    </p>
  )
}

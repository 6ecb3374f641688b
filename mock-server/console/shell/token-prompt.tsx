/** @jsxImportSource preact */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Problem } from '../elements/form.tsx'

export function TokenPrompt({ wasWrong, onToken }: { wasWrong: boolean; onToken: (token: string) => void }) {
  const field = useId()
  const [token, setToken] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // Returns the focus to the field, which loses it while the server checks the token.
  useEffect(() => {
    if (wasWrong) input.current?.focus()
  }, [wasWrong])
  return (
    <form
      class="stack narrow"
      onSubmit={event => {
        event.preventDefault()
        onToken(token)
      }}
    >
      <h1>Admin token</h1>
      <p>This server was started with an admin token. The tab keeps it until it is closed.</p>
      <label for={field}>Token</label>
      <input
        ref={input}
        id={field}
        type="password"
        autocomplete="off"
        required
        value={token}
        onInput={event => setToken(event.currentTarget.value)}
      />
      <Problem text={wasWrong ? 'The server refused this token.' : undefined} />
      <button type="submit">Unlock</button>
    </form>
  )
}

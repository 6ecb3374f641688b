/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useConsole } from './console-context.ts'

/** A link to a path of the console, such as `/entities/ent_1`. */
export function Link({
  to,
  current,
  children,
}: {
  to: string
  current?: boolean
  children: ComponentChildren
}) {
  const { routes } = useConsole()
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    routes.go(to)
  }
  return (
    <a href={routes.href(to)} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}

/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useConsole } from './console-context.ts'

interface RouteLinkProps {
  readonly to: string
  readonly current?: boolean
  readonly children: ComponentChildren
}

export function RouteLink({ to, current = false, children }: RouteLinkProps) {
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

export function toEntity(id: string): string {
  return `/entities/${encodeURIComponent(id)}`
}

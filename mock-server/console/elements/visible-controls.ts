import { options, type VNode } from 'preact'
import { escapeControls } from './escape-controls.ts'

let isOn = false

/**
 * Shows invisible control characters as escapes in all text of the console. Only the console is affected, because it has its own
 * copy of Preact.
 */
export function showControls(): void {
  if (isOn) return
  isOn = true
  const previousHook = options.vnode
  options.vnode = vnode => {
    if (typeof vnode.type === 'string') makeVisible(vnode)
    previousHook?.(vnode)
  }
}

function makeVisible({ props }: VNode): void {
  const { children } = props
  if (typeof children === 'string') props.children = escapeControls(children)
  else if (Array.isArray(children))
    props.children = children.map(child => (typeof child === 'string' ? escapeControls(child) : child))
}

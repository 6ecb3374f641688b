/** What a colour is for, with its value on light and on dark. Each text has a contrast of 4.5 or more. */
const colours = {
  background: ['#ffffff', '#0d1117'],
  box: ['#f6f8fa', '#161b22'],
  border: ['#afb8c1', '#4d5560'],
  ink: ['#1f2328', '#e6edf3'],
  muted: ['#59636e', '#9198a1'],
  ownership: ['#57606a', '#8b949e'],
  control: ['#0969da', '#58a6ff'],
  relation: ['#8c959f', '#656c76'],
  blocked: ['#cf222e', '#f85149'],
  possible: ['#9a6700', '#d29922'],
  root: ['#24292f', '#e6edf3'],
  onRoot: ['#ffffff', '#0d1117'],
} as const

export type Colour = keyof typeof colours

/** Which colours a picture has: light ones, dark ones, or light ones that a reader's preference turns dark. */
export type Theme = 'auto' | 'light' | 'dark'

export const themes: readonly Theme[] = ['auto', 'light', 'dark']

/** What is painted in which colour, as attributes: a content security policy may refuse styles. */
export type Paint = (painted: { readonly fill?: Colour; readonly stroke?: Colour }) => Record<string, string>

export function paintFor(theme: Theme): Paint {
  const column = theme === 'dark' ? 1 : 0
  return ({ fill, stroke }) => {
    const classes = [
      ...(fill === undefined ? [] : [`network-fill-${fill}`]),
      ...(stroke === undefined ? [] : [`network-stroke-${stroke}`]),
    ]
    return {
      fill: fill === undefined ? 'none' : colours[fill][column],
      ...(stroke === undefined ? {} : { stroke: colours[stroke][column] }),
      ...(theme === 'auto' ? { class: classes.join(' ') } : {}),
    }
  }
}

/** The dark colours, for readers who prefer them. */
export function darkStyle(): string {
  const rules = Object.entries(colours).map(
    ([colour, [, dark]]) => `.network-fill-${colour}{fill:${dark}}.network-stroke-${colour}{stroke:${dark}}`,
  )
  return `<style>@media (prefers-color-scheme:dark){${rules.join('')}}</style>`
}

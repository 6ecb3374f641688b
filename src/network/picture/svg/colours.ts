/** What a colour is for. Each text has a contrast of 4.5 or more. */
export const colours = {
  background: '#ffffff',
  box: '#f6f8fa',
  border: '#afb8c1',
  ink: '#1f2328',
  muted: '#59636e',
  ownership: '#57606a',
  control: '#0969da',
  relation: '#8c959f',
  blocked: '#cf222e',
  possible: '#9a6700',
  root: '#24292f',
  onRoot: '#ffffff',
} as const

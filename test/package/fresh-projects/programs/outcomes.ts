/** What `workflow.ts` prints, wherever it runs. */
export const workflowOutcome = {
  riskLevel: 'high',
  sanctioned: ['Yevgraf Braskin'],
  exposed: 'blocked',
  changed: true,
  imported: [1, 1, null],
  journal: null,
  streamed: 3,
  notFound: true,
  refused: 'InputValidationError',
  constants: [3, true, 11],
}

/** What `peers.ts` prints. */
export const peersOutcome = [['Dragomir Vosskov', 'high']]

/** What `in-a-browser.ts` prints. */
export const inABrowserOutcome = [1, 'Halfmoon Minerals Oy', 'high']

/** What `every-function.ts` prints. */
export const everyFunctionOutcome = {
  client: [1, 2, 2, true, 'Register', true, 'NOT_STARTED', 1, 1, 1, true, true, true, 'v1', 200, true, true],
  waiting: ['high', 1],
  portfolio: [1, 1, 1, 1, 1, 1, 2, 7, true, 2, 0],
  journals: [true, false, false, 1, true, false, false, 1, true],
  network: [2, 'blocked', 2, true, 3, true, 1, true],
  reports: [true, '1970-01-01T00:00:00.000Z', 'valid', 64, true],
  queries: [true, 1, true, true, true, true, 1, true],
  schemas: [true, false, true, 6, 0],
  errors: [true, 7],
  server: [true, true, 0, 2, true, 1, 200],
  parity: [1, true, 1, 1],
  proxy: ['201', true, '422'],
  fake: ['faked', 200],
}

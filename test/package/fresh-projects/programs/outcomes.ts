/** What `workflow.ts` prints, wherever it runs. */
export const workflowOutcome = {
  riskLevel: 'high',
  sanctioned: ['Yevgraf Braskin'],
  changed: true,
  imported: [1, 1, null],
  streamed: 3,
  notFound: true,
  refused: 'InputValidationError',
  constants: [3, true, 11],
}

/** What `peers.ts` prints. */
export const peersOutcome = [['Dragomir Vosskov', 'high']]

/** What `in-a-browser.ts` prints. */
export const inABrowserOutcome = [1, 'Halfmoon Minerals Oy', 'high']

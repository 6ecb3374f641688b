import { setupWorker } from 'msw/browser'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as stories from '../../examples/20-storybook/entity-table.stories.tsx'

const worker = setupWorker()
beforeAll(async () => {
  await worker.start({ quiet: true })
})
afterAll(() => worker.stop())

const { default: _, ...byName } = stories

// What Storybook and msw-storybook-addon do with a story, in their order.
it.each([
  ['Empty', /No entities yet/],
  ['EveryRisk', /Acme GmbHHigh Risk.*Beta LtdMedium Risk.*Gamma ABLow Risk/],
  ['StillScreening', /Delta SAScreening/],
  ['Unavailable', /entities.list: 503/],
  ['NoConnection', /Try again/],
] as const)('the story %s shows its state, also when it is opened again', async (name, text) => {
  const { parameters, beforeEach, render } = byName[name]
  for (let visit = 0; visit < 2; visit += 1) {
    worker.resetHandlers(...parameters.msw.handlers)
    await beforeEach()
    const container = document.body.appendChild(document.createElement('div'))
    const root = createRoot(container)
    root.render(render())
    await expect.poll(() => container.textContent).toMatch(text)
    root.unmount()
    container.remove()
  }
})

it('every story is tested', () => {
  expect(Object.keys(byName).toSorted()).toEqual([
    'Empty',
    'EveryRisk',
    'NoConnection',
    'StillScreening',
    'Unavailable',
  ])
})

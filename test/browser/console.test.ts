import { createMockServer } from 'entity-screening-sdk/mock-server'
import { mountConsole } from 'entity-screening-sdk/mock-server/console'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'

const server = createMockServer({ adminToken: 'open-sesame' })
const { id: team } = server.teams.create()
let unmount = () => {}
afterEach(() => unmount())

function open(options: Parameters<typeof mountConsole>[2]): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'))
  element.style.height = '600px'
  const mounted = mountConsole(element, server, options)
  unmount = () => {
    mounted.unmount()
    element.remove()
  }
  return element
}

it('asks for the admin token, and leaves nothing behind when it is unmounted', async () => {
  const element = open({})
  await page.getByLabelText('Token').fill('open-sesame')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
  const teams = () =>
    [...(element.querySelector('div')?.shadowRoot?.querySelectorAll('option') ?? [])].map(
      ({ value }) => value,
    )
  await expect.poll(teams).toContain(team)
  unmount()
  expect(element.childElementCount).toBe(0)
})

it('does not ask for the admin token that it is given', async () => {
  open({ adminToken: 'open-sesame' })
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
})

it('says what is wrong with what it is given', () => {
  // @ts-expect-error: a caller without types
  expect(() => mountConsole(null, server)).toThrow('mountConsole: element must be an element of the page')
  // @ts-expect-error: the options came first
  expect(() => mountConsole(document.body, {})).toThrow('mountConsole: the server must be one')
  // @ts-expect-error: an option of another name
  expect(() => mountConsole(document.body, server, { token: 'x' })).toThrow(
    'mountConsole: token is not an option here: adminToken is',
  )
  // @ts-expect-error: no text
  expect(() => mountConsole(document.body, server, { adminToken: 7 })).toThrow('adminToken must be a string')
  expect(document.body.querySelectorAll('div[style]')).toHaveLength(0)
})

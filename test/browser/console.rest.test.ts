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

const ordinary = `
  html { font-size: 62.5%; color: red }
  body { text-transform: uppercase; text-align: center; letter-spacing: 3px; line-height: 3; font: 30px serif;
    white-space: pre; visibility: hidden; cursor: wait; direction: rtl }
  div { padding: 40px; margin: 10px; display: inline; opacity: 0.5; background: yellow; box-sizing: content-box }
  * { border: 3px solid blue; font-style: italic }
`

/** What decides how an element looks; its size too. */
function lookOf(element: HTMLElement, selector: string): string[] {
  const found = element.querySelector('div')?.shadowRoot?.querySelector(selector)
  if (found == null) throw new TypeError(`there is no ${selector}`)
  const style = getComputedStyle(found)
  const { width, height } = found.getBoundingClientRect()
  return [...Array.from(style, name => `${name}: ${style.getPropertyValue(name)}`), `${width} × ${height}`]
}

it('looks the same in a page with ordinary styles', async () => {
  const selectors = ['.console', 'header.top', 'h1', 'nav a', 'button', 'select', 'table', '.tools']
  const looks = async () => {
    const element = open({ adminToken: 'open-sesame' })
    element.style.cssText = 'all: initial; display: block; width: 800px; height: 600px'
    await expect
      .element(page.getByText('No requests yet. They appear here as they come in.'))
      .toBeInTheDocument()
    // Nothing else is under the pointer.
    await page.getByText('Mock server', { exact: true }).hover()
    const seen = selectors.map(selector => lookOf(element, selector))
    unmount()
    return seen
  }
  const plain = await looks()
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = ordinary
  try {
    expect(await looks()).toEqual(plain)
  } finally {
    sheet.remove()
  }
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

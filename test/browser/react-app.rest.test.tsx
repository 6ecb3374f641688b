import '../../examples/08-react-app/src/app.css'
import { type ClientOptions, EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupWorker } from 'msw/browser'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { App } from '../../examples/08-react-app/src/app.tsx'
import { byRequest } from '../by-request.ts'

const baseUrl = '/screening'
const server = createMockServer()
const worker = setupWorker(...createHandlers(server, { baseUrl }))
let close = () => {}

beforeAll(async () => {
  await worker.start({ quiet: true })
})
beforeEach(() => server.reset())
afterEach(() => close())
afterAll(() => worker.stop())

/** The application as main.tsx starts it, for a team of its own. */
function open(options: ClientOptions = {}, team: Parameters<typeof server.teams.create>[0] = {}) {
  const { apiKey } = server.teams.create(team)
  const client = new EntityScreening({
    apiKey,
    baseUrl,
    dangerouslyAllowBrowser: true,
    maxRetries: 0,
    logLevel: 'off',
    ...options,
  })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(<App client={client} />)
  close = () => {
    root.unmount()
    container.remove()
    location.hash = ''
  }
  return { client, close }
}

const rowOf = (name: string) => page.getByRole('row', { name, exact: false })

it('creates an entity, shows it in the table, and with its sanctions on a page of its own, all by keyboard', async () => {
  open()
  await expect.element(page.getByText(/^No entities yet/)).toBeVisible()
  await userEvent.click(page.getByLabelText('Name'))
  await userEvent.keyboard('[[sanctioned] Acme GmbH{Tab}Germany{Enter}')
  await expect.element(page.getByText(/^\[sanctioned\] Acme GmbH is created/)).toBeVisible()
  await expect.element(page.getByLabelText('Name')).toHaveValue('')
  const row = rowOf('[sanctioned] Acme GmbH')
  await expect.element(row).toMatchTextContent(/Screening ….*organization.*DE/)

  row.getByRole('link').element().focus()
  await userEvent.keyboard('{Enter}')
  const heading = page.getByRole('heading', { name: '[sanctioned] Acme GmbH', level: 2 })
  await expect.element(heading).toHaveFocus()
  expect(document.title).toBe('[sanctioned] Acme GmbH – Entity screening')
  await expect.element(page.getByText(/^Screening is under way/)).toBeVisible()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  server.clock.settle()
  const entries = page.getByRole('complementary', { name: 'Entries' })
  await expect
    .element(entries)
    .toMatchTextContent(/Sanctions \[sanctioned\] Acme GmbH, Fictional Test Programme/)

  await expect.element(page.getByRole('link', { name: 'All entities' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row).toMatchTextContent(/High Risk.*95/)
})

it('draws the network, and shows the entries of the party that is chosen in it, all by keyboard', async () => {
  const { client } = open()
  const { id } = await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
  server.clock.settle()
  location.hash = `#entity=${id}`
  const entries = page.getByRole('complementary', { name: 'Entries' })
  await expect.element(entries).toMatchTextContent(/^Halfmoon Minerals Oy.*Nothing found$/)
  const root = page.getByRole('button', { name: /^Halfmoon Minerals Oy/ })
  await expect.element(root).toHaveAttribute('aria-pressed', 'true')

  page.getByRole('link', { name: 'All entities' }).element().focus()
  const { nodes } = await client.entities.network(id)
  const reached = new Set<string>()
  for (const _ of nodes) {
    await userEvent.keyboard('{Tab}')
    reached.add(document.activeElement?.getAttribute('data-id') ?? '')
  }
  expect(reached).toEqual(new Set(nodes.map(node => node.id)))

  const owner = page.getByRole('button', { name: /^Yevgraf Braskin/ })
  owner.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(entries)
    .toMatchTextContent(/^Yevgraf Braskin.*owns 50% of Halfmoon Minerals Oy.*Sanctions Yevgraf Braskin/)
  await expect.element(owner).toHaveFocus()
  await expect.element(owner).toHaveAttribute('aria-pressed', 'true')
  await expect.element(root).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(root)
  await expect.element(entries).toMatchTextContent(/^Halfmoon Minerals Oy/)
})

it('says what is wrong with a field, and sends nothing', async () => {
  open()
  await userEvent.fill(page.getByLabelText('Country'), 'Korea')
  await userEvent.click(page.getByRole('button', { name: 'Create' }))
  await expect.element(page.getByLabelText('Name')).toHaveAccessibleDescription(/must/)
  await expect.element(page.getByLabelText('Country')).toHaveAccessibleDescription(/could be KP or KR/)
  await expect.element(page.getByLabelText('Registration number')).toBeValid()
  expect(server.requests.list().map(({ operation }) => operation)).not.toContain('createEntity')
})

it('creates a person', async () => {
  const { client } = open()
  await userEvent.click(page.getByLabelText('person'))
  await userEvent.fill(page.getByLabelText('Name'), 'Dragomir Vosskov')
  await userEvent.fill(page.getByLabelText('Date of birth'), '1958-03-12')
  await userEvent.click(page.getByRole('button', { name: 'Create' }))
  await expect.element(rowOf('Dragomir Vosskov')).toMatchTextContent(/person/)
  server.clock.settle()
  expect(await client.entities.list()).toMatchObject([{ type: 'person', riskLevel: 'high' }])
})

it('says that a list cannot be had, and asks again when told to', async () => {
  server.faults.add({ operation: 'listEntities', status: 503, times: 1 })
  open()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/entities.list: 503/)
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText(/^No entities yet/)).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

it('says that the team has no room', async () => {
  open({}, { entityLimit: 0 })
  await userEvent.fill(page.getByLabelText('Name'), 'Nordwind GmbH')
  await userEvent.click(page.getByRole('button', { name: 'Create' }))
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your team has no room for more entities.')
  await expect.element(page.getByLabelText('Name')).toHaveValue('Nordwind GmbH')
})

it('shows an entity that was created although no answer came', async () => {
  server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
  open()
  await userEvent.fill(page.getByLabelText('Name'), 'Nordwind GmbH')
  await userEvent.click(page.getByRole('button', { name: 'Create' }))
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/the request may still have been processed/)
  await expect.element(rowOf('Nordwind GmbH')).toBeVisible()
})

it('ends what it waits for when it is closed', async () => {
  const sent: Request[] = []
  server.faults.add({ operation: 'listEntities', delay: 1000 })
  const { close } = open({
    fetch: byRequest(request => {
      sent.push(request)
      return fetch(request)
    }),
  })
  await expect.poll(() => sent).toHaveLength(1)
  await expect.element(page.getByText(/^Loading entities/)).toBeVisible()
  close()
  await expect.poll(() => sent[0]?.signal.aborted).toBe(true)
  server.clock.advance(1000) // The worker does not end before its answers.
})

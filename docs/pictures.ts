import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { type SvgOptions, toSvg } from 'entity-screening-sdk/network'
import { photographConsole } from './console-pictures.ts'

// npm run pictures   draws the networks of the documents anew, and photographs the console, in docs/images; for dark pages in
//                    docs/images/dark

/** By the name of its file, the company of each picture. */
const pictures: Readonly<Record<string, { readonly company: string } & SvgOptions>> = {
  'ownership-chain': { company: 'Tideglass Logistics GmbH' },
  'fifty-percent': { company: '[fifty-percent] Works Ltd', title: 'A sanctioned owner of exactly half' },
  'two-quarters': { company: 'Twinspire Chemicals S.p.A.', title: 'Two sanctioned owners of 26 % each' },
}

/** The colours of the pictures, and those that take their place on a dark page. */
const darkColours: Readonly<Record<string, string>> = {
  '#ffffff': '#1b1b1f',
  '#f6f8fa': '#26282e',
  '#1f2328': '#e6edf3',
  '#24292f': '#d0d7de',
  '#57606a': '#9aa4af',
  '#59636e': '#a0a9b4',
  '#8c959f': '#7d8590',
  '#afb8c1': '#565d66',
  '#cf222e': '#ff7b72',
}

/** The pictures as they have to be, by the names of their files. */
export async function drawPictures(): Promise<Map<string, string>> {
  const server = createMockServer()
  const client = new EntityScreening(server.connect())
  const drawn = new Map<string, string>()
  for (const [name, { company, ...options }] of Object.entries(pictures)) {
    const { id } = await client.entities.create({ type: 'organization', name: company })
    server.clock.settle()
    const svg = await toSvg(await client.entities.network(id), options)
    drawn.set(`${name}.svg`, svg).set(`dark/${name}.svg`, darken(svg))
  }
  return drawn
}

function darken(svg: string): string {
  return svg.replaceAll(/#[\da-f]{6}\b/g, colour => {
    const dark = darkColours[colour]
    if (dark === undefined) throw new Error(`${colour} has no dark colour`)
    return dark
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = new URL('images/', import.meta.url)
  mkdirSync(new URL('dark/', folder), { recursive: true })
  for (const [file, svg] of await drawPictures()) writeFileSync(new URL(file, folder), svg)
  for (const [file, picture] of await photographConsole()) writeFileSync(new URL(file, folder), picture)
}

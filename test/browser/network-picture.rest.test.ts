import { toMermaid, toSvg } from 'entity-screening-sdk/network'
import { afterEach, expect, it } from 'vitest'
import { nastyNames, networkOfNastyNames } from '../network/picture/nasty-names.ts'

const network = networkOfNastyNames()
const drawable = ['svg', 'title', 'desc', 'g', 'rect', 'path', 'text']

afterEach(() => document.body.replaceChildren())

const riskEntry = { name: null, position: null, sources: [], isReadable: true, unknownFields: {} }
const wideNames: Readonly<Record<string, string>> = {
  O0: 'WWWWWWWWWWWWWWWW MMMMMMMMMMMMM @@@@@@@@@@@@',
  O1: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
  O2: 'ЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖ ЩЩЩЩЩЩЩЩЩЩЩЩЩЩ',
  O3: 'Ωμέγα Ναυτιλιακή Ανώνυμη Εταιρεία Συμμετοχών',
}

/** Those of parties and labels: headings and legends have no boxes. */
function isInBox(text: SVGTextElement): boolean {
  return text.parentElement?.querySelector('title') !== null && text.parentElement?.localName === 'g'
}

/** Long enough for a script that should not be there to run, or an image to fail. */
const aMoment = () => new Promise(resolve => setTimeout(resolve, 200))

it('a picture of names that are markup is harmless in a page', async () => {
  document.body.innerHTML = await toSvg(network)
  await aMoment()
  expect(Reflect.get(window, 'harmed')).toBe(undefined)
  const elements = Array.from(document.body.querySelectorAll('*'))
  expect([...new Set(elements.map(({ localName }) => localName))].sort()).toEqual(drawable.toSorted())
  expect(document.body.childElementCount).toBe(1)
  const handlers = elements.flatMap(element =>
    element.getAttributeNames().filter(name => name.startsWith('on')),
  )
  expect(handlers).toEqual([])
  expect(document.body.textContent).toContain(nastyNames[0])
})

it('a picture is XML to a strict reader, and shows as an image of its size', async () => {
  const svg = await toSvg(network, { title: nastyNames.join(' ') })
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(documentElement.localName).toBe('svg')
  expect(documentElement.querySelector('parsererror')).toBe(null)
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  await image.decode()
  expect(image.naturalWidth).toBe(Math.round(Number(documentElement.getAttribute('width'))))
})

it('text that is set as the content of a page stays text', async () => {
  document.body.textContent = toMermaid(network)
  await aMoment()
  expect(document.body.childElementCount).toBe(0)
  document.body.innerHTML = toMermaid(network)
  await aMoment()
  expect(Array.from(document.body.querySelectorAll('*'), ({ localName }) => localName)).toEqual(
    Array.from(document.body.querySelectorAll('br'), () => 'br'),
  )
  expect(Reflect.get(window, 'harmed')).toBe(undefined)
})

it('names, labels and signs are no wider than the boxes around them', async () => {
  const wide = {
    ...network,
    nodes: network.nodes.map(node => ({ ...node, pep: [riskEntry], name: wideNames[node.id] ?? node.name })),
  }
  document.body.innerHTML = await toSvg(wide)
  const texts = Array.from(document.body.querySelectorAll('text')).filter(isInBox)
  expect(texts.length).toBeGreaterThan(2 * network.nodes.length)
  const isTooWide = (text: SVGTextElement) => {
    const { x, width } = text.getBBox()
    const rects = Array.from(text.parentElement?.querySelectorAll('rect') ?? [], rect => rect.getBBox())
    return !rects.some(rect => rect.x <= x && x + width <= rect.x + rect.width)
  }
  expect(texts.filter(isTooWide).map(({ textContent }) => textContent)).toEqual([])
})

import { findComponents } from './components.ts'
import type { Holdings } from './index-network.ts'
import { leftIn } from './stakes.ts'

/** Companies that own all of each other, or of themselves: no share in them is certainly held, or left to be held, outside. */
export function findClosedLoops({ ofCompany }: Holdings): string[][] {
  const companies = [...ofCompany.keys()]
  const numbers = new Map(companies.map((company, at) => [company, at]))
  const start = new Int32Array(companies.length + 1)
  const to: number[] = []
  const isOpen = new Uint8Array(companies.length)
  for (const [at, company] of companies.entries()) {
    const held = ofCompany.get(company) ?? []
    if (leftIn(held) > 0) isOpen[at] = 1
    for (const { owner, share } of held) {
      if (share.min === 0) continue
      const number = numbers.get(owner)
      if (number === undefined) isOpen[at] = 1
      else to.push(number)
    }
    start[at + 1] = to.length
  }
  const steps = new Int32Array(to)
  const components = findComponents({ size: companies.length, start, to: steps })
  const componentOf = new Int32Array(companies.length)
  for (const [number, members] of components.entries())
    for (const member of members) componentOf[member] = number
  const isClosed = (member: number, number: number) =>
    isOpen[member] === 0 &&
    steps.subarray(start[member], start[member + 1]).every(owner => componentOf[owner] === number)
  return components
    .filter((members, number) => members.every(member => isClosed(member, number)))
    .map(members => members.map(member => companies[member] ?? ''))
}

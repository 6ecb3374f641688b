import { findComponents } from './components.ts'
import type { Holdings } from './index-network.ts'
import { parts } from './share.ts'
import { leftBy } from './stakes.ts'

/** Companies that own all of each other, or of themselves: no share in them is certainly held, or left to be held, outside. */
export function findClosedLoops({ ofCompany }: Holdings): string[][] {
  const companies = [...ofCompany.keys()]
  const numbers = new Map(companies.map((company, at) => [company, at]))
  const start = new Int32Array(companies.length + 1)
  const to: number[] = []
  const isOpen = new Uint8Array(companies.length)
  for (const [at, company] of companies.entries()) {
    const held = (ofCompany.get(company) ?? []).filter(({ share }) => share.min > 0)
    const owners = held.map(({ owner }) => numbers.get(owner))
    if (leftBy(held.map(({ share }) => parts(share.min))) > 0 || owners.includes(undefined)) isOpen[at] = 1
    to.push(...owners.filter(owner => owner !== undefined))
    start[at + 1] = to.length
  }
  const components = findComponents({ size: companies.length, start, to: Int32Array.from(to) })
  const componentOf = new Int32Array(companies.length)
  for (const [number, members] of components.entries())
    for (const member of members) componentOf[member] = number
  const isClosed = (member: number, number: number) =>
    isOpen[member] === 0 &&
    to.slice(start[member], start[member + 1]).every(owner => componentOf[owner] === number)
  return components
    .filter((members, number) => members.every(member => isClosed(member, number)))
    .map(members => members.map(member => companies[member] ?? ''))
}

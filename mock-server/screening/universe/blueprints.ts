/** Each blueprint has a title and lines for `parseLink`. */
const table = `
A sole owner:
p0 owns c0 1
p0 leads c0 executive Managing Director
p1 leads c0 board_member Company Secretary
c0 owns c1 1
c0 runs c1 Runs the warehouses

Equal partners:
p0 owns c0 0.5
p1 owns c0 0.5
p0 leads c0 executive Managing Director
p2 led c0 executive Managing Director
p2 owns c1 1
c0 partners c1 Sell together

A chain:
p0 owns c2 1
c2 owns c1 0.75
p1 owns c1 0.25
c1 owns c0 1
p1 leads c0 executive Chief Executive

A diamond:
p0 owns c1 0.6
p1 owns c1 0.4
p0 owns c2 1
c1 owns c0 0.7
c2 owns c0 0.3
p0 votes c0 0.72
p1 leads c0 board_member Member of the Board

Two that own a part of each other:
c0 owns c1 0.2
p0 owns c1 0.8
c1 owns c0 0.15
p1 owns c0 0.85
p1 leads c0 executive Chief Executive
p0 leads c0 advisor Adviser to the Board

A joint venture:
c1 owns c0 0.5
c2 owns c0 0.5
p0 owns c1 1
p1 owns c2 1
p2 leads c0 executive General Manager
c1 invests c2 0.05

A nominee:
c1 owns c0 1
p1 owns c1 1
p0 controls c1 The nominee holds its shares for this person
p0 votes c0 1
p1 led c0 board_member Company Secretary

Owners of a third each:
p0 owns c0 0.34
p1 owns c0 0.33
p2 owns c0 0.33
p0 leads c0 board_member Chair
p1 leads c0 executive Finance Director
c0 owns c1 1
c0 branches c1 The branch abroad
c0 owns c2 1
c0 acquired c2 Bought from a competitor
`

/**
 * The blueprints of invented groups: relations between companies (c) and persons (p). The shares in a company sum to 1.
 */
export const blueprints: readonly (readonly string[])[] = table
  .trim()
  .split('\n\n')
  .map(blueprint => blueprint.split('\n').slice(1))

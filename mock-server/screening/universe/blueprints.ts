import { type Link, leads, owns, related, votes } from '../link.ts'

/** The key of a company or person of a group, by number. */
type Key = (number: number) => string

/** How the companies and persons of an invented group belong together. Shares of a company sum to 1. */
export type Blueprint = (company: Key, person: Key) => readonly Link[]

export const blueprints: readonly Blueprint[] = [
  soleOwner,
  equalPartners,
  chain,
  diamond,
  crossHolding,
  jointVenture,
  nominee,
  spreadOwnership,
]

function soleOwner(company: Key, person: Key): Link[] {
  return [
    owns(person(0), company(0), 1),
    leads(person(0), company(0), 'Managing Director', 'executive'),
    leads(person(1), company(0), 'Company Secretary', 'board_member'),
    owns(company(0), company(1), 1),
    related(company(0), company(1), 'SubsidiaryRelationship', 'Runs the warehouses'),
  ]
}

function equalPartners(company: Key, person: Key): Link[] {
  return [
    owns(person(0), company(0), 0.5),
    owns(person(1), company(0), 0.5),
    leads(person(0), company(0), 'Managing Director', 'executive'),
    leads(person(2), company(0), 'Managing Director', 'executive', true),
    owns(person(2), company(1), 1),
    related(company(0), company(1), 'PartnershipRelationship', 'Sell together'),
  ]
}

function chain(company: Key, person: Key): Link[] {
  return [
    owns(person(0), company(2), 1),
    owns(company(2), company(1), 0.75),
    owns(person(1), company(1), 0.25),
    owns(company(1), company(0), 1),
    leads(person(1), company(0), 'Chief Executive', 'executive'),
  ]
}

function diamond(company: Key, person: Key): Link[] {
  return [
    owns(person(0), company(1), 0.6),
    owns(person(1), company(1), 0.4),
    owns(person(0), company(2), 1),
    owns(company(1), company(0), 0.7),
    owns(company(2), company(0), 0.3),
    votes(person(0), company(0), 0.72),
    leads(person(1), company(0), 'Member of the Board', 'board_member'),
  ]
}

function crossHolding(company: Key, person: Key): Link[] {
  return [
    owns(company(0), company(1), 0.2),
    owns(person(0), company(1), 0.8),
    owns(company(1), company(0), 0.15),
    owns(person(1), company(0), 0.85),
    leads(person(1), company(0), 'Chief Executive', 'executive'),
    leads(person(0), company(0), 'Adviser to the Board', 'advisor'),
  ]
}

function jointVenture(company: Key, person: Key): Link[] {
  return [
    owns(company(1), company(0), 0.5),
    owns(company(2), company(0), 0.5),
    owns(person(0), company(1), 1),
    owns(person(1), company(2), 1),
    leads(person(2), company(0), 'General Manager', 'executive'),
    { source: company(1), target: company(2), type: 'InvestmentRelationship', share: 0.05 },
  ]
}

function nominee(company: Key, person: Key): Link[] {
  return [
    owns(company(1), company(0), 1),
    owns(person(1), company(1), 1),
    related(person(0), company(1), 'ControlsRelationship', 'The nominee holds its shares for this person'),
    votes(person(0), company(0), 1),
    leads(person(1), company(0), 'Company Secretary', 'board_member', true),
  ]
}

function spreadOwnership(company: Key, person: Key): Link[] {
  return [
    owns(person(0), company(0), 0.34),
    owns(person(1), company(0), 0.33),
    owns(person(2), company(0), 0.33),
    leads(person(0), company(0), 'Chair', 'board_member'),
    leads(person(1), company(0), 'Finance Director', 'executive'),
    owns(company(0), company(1), 1),
    related(company(0), company(1), 'BranchRelationship', 'The branch abroad'),
    owns(company(0), company(2), 1),
    related(company(0), company(2), 'AcquisitionRelationship', 'Bought from a competitor'),
  ]
}

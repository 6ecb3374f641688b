import { type Link, related } from '../link.ts'
import { organization, type Party, person } from '../party.ts'
import { blueprints } from './blueprints.ts'
import { industries } from './industries.ts'
import { type Region, regions } from './regions.ts'

/** Industries after which a company is named; the others are those of the companies that have been written down. */
const namingIndustries = industries.slice(0, 14)

/** So many groups, each of some companies and persons: every blueprint with every kind of hit. */
const groupCount = 56

const coinedBeginnings =
  'Amber Bramble Candle Dapple Ember Fable Gossamer Hollow Inkwell Jumble Kettle Marrow Nettle Opal Pepper Quiver Russet Saffron Tangle Umber Wobble Yonder Zephyr'.split(
    ' ',
  )
const coinedEndings = 'loom whistle tarn gable spindle thimble quay wharf bobbin flute mitten'.split(' ')

const offices = ['Mayor', 'Deputy Minister of Transport', 'Judge of the High Court', 'Member of Parliament']
const programmes = [
  'Fictional Asset Freeze Programme',
  'Fictional Trade Restriction Programme',
  'Fictional Arms Embargo Programme',
]
const reports = [
  'Fined in a fictional customs case',
  'Named in a fictional inquiry into subsidies',
  'Charged in a fictional wage dispute',
]

/** Generated companies and persons: the same on every start, for they depend on their number alone. */
export function inventGroups(): { readonly parties: readonly Party[]; readonly links: readonly Link[] } {
  const groups = Array.from({ length: groupCount }, (_, number) => inventGroup(number))
  const neighbours = groups.flatMap((_, number) => (number % 5 === 0 ? [supplies(number, number + 1)] : []))
  return {
    parties: groups.flatMap(group => group.parties),
    links: [...groups.flatMap(group => group.links), ...neighbours],
  }
}

function inventGroup(number: number): { parties: Party[]; links: readonly Link[] } {
  const links = at(blueprints, number)(
    company => companyKey(number, company),
    individual => personKey(number, individual),
  )
  const mentioned = new Set(links.flatMap(({ source, target }) => [source, target]))
  const members = [0, 1, 2].flatMap(member => [inventCompany(number, member), inventPerson(number, member)])
  return { parties: members.filter(({ key }) => mentioned.has(key)), links }
}

function inventCompany(group: number, member: number): Party {
  const number = group * 3 + member
  const region = regionOf(group)
  const industry = at(namingIndustries, group + member * 5)
  const coined = coin(number)
  const countryCode = at(region.countries, group + member)
  return organization(
    companyKey(group, member),
    `${coined} ${industry.word} ${at(region.legalForms, number)}`,
    countryCode,
    {
      registration: `FX-${countryCode}-${7000 + number}`,
      industry: industry.name,
      website: `https://${coined.toLowerCase()}.example`,
      ...(number % 4 === 0
        ? { branchOffices: [at(region.cities, number / 4), at(region.cities, number / 4 + 1)] }
        : {}),
      ...(number % 9 === 0 ? { alternativeNames: [`${coined} Group`] } : {}),
      ...(member === 0 && group % 7 === 4 ? { adverseMedia: at(reports, group) } : {}),
      ...(member === 1 && group % 14 === 13 ? { sanctions: at(programmes, group) } : {}),
    },
  )
}

function inventPerson(group: number, member: number): Party {
  const number = group * 3 + member
  const region = regionOf(group)
  // In some groups a parent and a child have the same name.
  const named = group % 8 === 1 && member === 2 ? number - 2 : number
  return person(personKey(group, member), nameOf(region, named), at(region.countries, group + member), {
    birthDate: birthDate(group, member),
    ...(number % 2 === 0 ? { nationalId: `FX-ID-${7000 + number}` } : {}),
    ...(member === 0 && group % 7 === 0 ? { sanctions: at(programmes, group) } : {}),
    ...(member === 0 && group % 7 === 2 ? { pep: `${at(offices, group)} (fictional)` } : {}),
    ...(member === 1 && group % 7 === 6 ? { pep: `Former ${at(offices, group)} (fictional)` } : {}),
    ...(member === 1 && group % 7 === 5 ? { adverseMedia: at(reports, group) } : {}),
  })
}

/** Of some the year or the month is all that is known. */
function birthDate(group: number, member: number): string {
  const number = group * 3 + member
  const year = `${1940 + ((number * 17) % 58)}`
  const month = `${year}-${pad(1 + (number % 12))}`
  if (member === 1 && group % 4 === 2) return year
  if (member === 1 && group % 6 === 3) return month
  return `${month}-${pad(1 + ((number * 5) % 28))}`
}

/** Nowhere on the map, and in no trade register. */
function coin(number: number): string {
  const round = Math.floor(number / coinedBeginnings.length)
  return at(coinedBeginnings, number) + at(coinedEndings, number * 7 + round)
}

function nameOf(region: Region, number: number): string {
  const { givenNames, beginnings, endings } = region
  // Groups of a region are as far apart as there are regions: each round begins elsewhere.
  const round = Math.floor(number / (3 * regions.length))
  return `${at(givenNames, number)} ${at(beginnings, number + 3 * round)}${at(endings, number)}`
}

function supplies(group: number, other: number): Link {
  const [source, target] = [companyKey(group, 0), companyKey(other % groupCount, 0)]
  return related(source, target, 'SupplierRelationship', 'Supplies materials')
}

function regionOf(group: number): Region {
  return at(regions, group)
}

function companyKey(group: number, member: number): string {
  return `group-${group}-company-${member}`
}

function personKey(group: number, member: number): string {
  return `group-${group}-person-${member}`
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

/** One after the other, and from the beginning again. */
function at<Choice>(choices: readonly Choice[], number: number): Choice {
  const choice = choices[Math.floor(number) % choices.length]
  if (choice === undefined) throw new RangeError('there must be something to choose from')
  return choice
}

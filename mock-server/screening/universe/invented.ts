import { pickAt } from '../../state/identifiers.ts'
import type { Neighbourhood } from '../graph.ts'
import { type PartyLink, parseLink } from '../link.ts'
import type { ScreeningParty } from '../party.ts'
import { blueprints } from './blueprints.ts'
import { type Region, regions } from './regions.ts'

/** The industries. The names of companies contain the industry, or the word after the colon if there is one. */
const industries =
  'Cement Textiles:Weaving Ceramics Fishing:Fisheries Shipbuilding:Shipyards Freight Optics Food:Dairies Forestry:Timber Agriculture:Orchards Laboratories Insurance:Underwriters Paper Toys'
    .split(' ')
    .map(entry => entry.split(':'))
    .map(([name = '', word = name]) => ({ name, word }))

/** The number of groups of companies and persons: enough for every blueprint to occur with every kind of hit. */
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

/**
 * Invents companies and persons. Each of them depends only on its number, so that every start of a server invents the same
 * ones.
 */
export function inventGroups(): Neighbourhood {
  const groups = Array.from({ length: groupCount }, (_, number) => inventGroup(number))
  const neighbours = groups.flatMap((_, number) =>
    number % 5 === 0
      ? parseLink('0 supplies 1 Supplies materials', offset => keyOfSupplied(number, offset))
      : [],
  )
  return {
    parties: groups.flatMap(group => group.parties),
    links: [...groups.flatMap(group => group.links), ...neighbours],
  }
}

function keyOfSupplied(group: number, offset: string): string {
  return memberKey((group + Number(offset)) % groupCount, 'c0')
}

function inventGroup(number: number): Neighbourhood {
  const links: PartyLink[] = pickAt(blueprints, number).map(line =>
    parseLink(line, name => memberKey(number, name)),
  )
  const mentioned = new Set(links.flatMap(({ source, target }) => [source, target]))
  const members = [0, 1, 2].flatMap(member => [inventCompany(number, member), inventPerson(number, member)])
  return { parties: members.filter(({ key }) => mentioned.has(key)), links }
}

function inventCompany(group: number, member: number): ScreeningParty {
  const number = group * 3 + member
  const region = regionOf(group)
  const industry = pickAt(industries, group + member * 5)
  const coinedName = coinName(number)
  const countryCode = pickAt(region.countries, group + member)
  return {
    key: memberKey(group, `c${member}`),
    type: 'organization',
    name: `${coinedName} ${industry.word} ${pickAt(region.legalForms, number)}`,
    countryCode,
    registration: `FX-${countryCode}-${7000 + number}`,
    industry: industry.name,
    website: `https://${coinedName.toLowerCase()}.example`,
    branchOffices: number % 4 === 0 ? [0, 1].map(offset => pickAt(region.cities, number / 4 + offset)) : [],
    alternativeNames: number % 9 === 0 ? [`${coinedName} Group`] : [],
    adverseMedia: member === 0 && group % 7 === 4 ? pickAt(reports, group) : undefined,
    sanctions: member === 1 && group % 14 === 13 ? pickAt(programmes, group) : undefined,
  }
}

function inventPerson(group: number, member: number): ScreeningParty {
  const number = group * 3 + member
  const region = regionOf(group)
  // In some groups a parent and a child have the same name.
  const nameNumber = group % 8 === 1 && member === 2 ? number - 2 : number
  return {
    key: memberKey(group, `p${member}`),
    type: 'person',
    name: inventName(region, nameNumber),
    countryCode: pickAt(region.countries, group + member),
    birthDate: inventBirthDate(group, member),
    ...(number % 2 === 0 ? { nationalId: `FX-ID-${7000 + number}` } : {}),
    ...(member === 0 && group % 7 === 0 ? { sanctions: pickAt(programmes, group) } : {}),
    ...(member === 0 && group % 7 === 2 ? { pep: `${pickAt(offices, group)} (fictional)` } : {}),
    ...(member === 1 && group % 7 === 6 ? { pep: `Former ${pickAt(offices, group)} (fictional)` } : {}),
    ...(member === 1 && group % 7 === 5 ? { adverseMedia: pickAt(reports, group) } : {}),
  }
}

/** Invents a birth date. Some dates are only a year or a month. */
function inventBirthDate(group: number, member: number): string {
  const number = group * 3 + member
  const year = `${1940 + ((number * 17) % 58)}`
  const month = `${year}-${padToTwoDigits(1 + (number % 12))}`
  if (member === 1 && group % 4 === 2) return year
  if (member === 1 && group % 6 === 3) return month
  return `${month}-${padToTwoDigits(1 + ((number * 5) % 28))}`
}

/** Coins a word for the name of a company. No place and no registered company has this name. */
function coinName(number: number): string {
  const round = Math.floor(number / coinedBeginnings.length)
  return pickAt(coinedBeginnings, number) + pickAt(coinedEndings, number * 7 + round)
}

function inventName(region: Region, number: number): string {
  const { givenNames, beginnings, endings } = region
  // After each pass through the regions, the next beginning of a family name is used.
  const round = Math.floor(number / (3 * regions.length))
  return `${pickAt(givenNames, number)} ${pickAt(beginnings, number + 3 * round)}${pickAt(endings, number)}`
}

function regionOf(group: number): Region {
  return pickAt(regions, group)
}

/** Returns the key of a blueprint's party: `c0` in group 7 has the key `group-7-company-0`. */
function memberKey(group: number, name: string): string {
  return `group-${group}-${name.startsWith('c') ? 'company' : 'person'}-${name.slice(1)}`
}

function padToTwoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

import type { EntityScreening } from '../../src/client.ts'
import { caseStatuses, entityTypes, riskLevels } from '../../src/contract/values.ts'
import type { OrganizationProfile, PersonProfile } from '../../src/model/profile.ts'
import type { PersonQuery } from '../../src/model/search.ts'
import { didYouMean } from '../../src/shared/text/nearest.ts'
import { levelIn } from '../../src/shared/text/risk-level.ts'
import { InputValidationError } from '../../src/transport/errors/InputValidationError.ts'
import { connect } from '../connection/connect.ts'
import { exit } from '../definition/command.ts'
import { type CommandCall, defineCommand } from '../definition/define.ts'
import { country, optionalOneOf, wholeNumber } from '../definition/values.ts'
import { entityColumns } from '../entities/columns.ts'
import type { Column } from '../output/column-widths.ts'
import { countOf } from '../output/count-of.ts'
import { writeRows } from '../output/rows.ts'
import { UsageError } from '../usage.ts'

const flags = {
  country: { value: 'COUNTRY', says: 'code or name, such as DE or Germany' },
  registration: { value: 'NUMBER', says: 'organizations: registration number' },
  industry: { value: 'TEXT', says: 'organizations: industry' },
  first: { value: 'NAME', says: 'persons: first name, together with --last' },
  last: { value: 'NAME', says: 'persons: last name, together with --first' },
  'birth-date': { value: 'DATE', says: 'persons: birth date as YYYY-MM-DD' },
  nationality: { value: 'COUNTRY', says: 'persons: nationality, by code or name' },
  'national-id': { value: 'NUMBER', says: 'persons: national ID or passport number' },
  type: { value: 'TYPE', says: 'entities: organization or person' },
  risk: { value: 'LEVEL', says: 'entities: low, medium, high, or another level of the service' },
  status: { value: 'STATUS', says: 'entities: case status, such as IN_PROGRESS' },
  limit: { value: 'N', says: 'entities: the most to show' },
}

type SearchFlag = keyof typeof flags
type SearchCall = CommandCall<SearchFlag>

interface Search {
  readonly flags: readonly SearchFlag[]
  /** What to ask, out of the flags: a function that asks, writes what is found, and returns how much that is. */
  readonly prepare: (
    call: SearchCall,
    name: string | undefined,
  ) => (client: EntityScreening) => Promise<number>
}

const kinds = ['organizations', 'persons', 'entities'] as const

const searches: Readonly<Record<(typeof kinds)[number], Search>> = {
  organizations: { flags: ['country', 'registration', 'industry'], prepare: prepareOrganizations },
  persons: {
    flags: ['first', 'last', 'birth-date', 'country', 'nationality', 'national-id'],
    prepare: preparePersons,
  },
  entities: { flags: ['type', 'country', 'risk', 'status', 'limit'], prepare: prepareEntities },
}

export const search = defineCommand({
  name: 'search',
  usage: 'organizations|persons|entities [NAME] [flags]',
  about: `search organizations NAME searches the web for organizations.
search persons NAME searches the web for persons, by full name; --first and --last take the place of NAME.
search entities [NAME] searches the team's own entities.`,
  flags,
  examples: [
    'search organizations "Nordwind Turbinen" --country Germany',
    'search persons "Ilse Brandt" --birth-date 1961-04-09 --json',
    'search entities --risk high',
  ],
  async run(call) {
    const [what = '', name, ...more] = call.positionals
    if (more.length > 0) throw new UsageError('a name of several words must be quoted')
    const kind = kinds.find(known => known === what)
    if (kind === undefined)
      throw new UsageError(
        `search expects organizations, persons or entities${what === '' ? '' : `, not "${what}"${didYouMean(what, kinds)}`}`,
      )
    const { flags: allowed, prepare } = searches[kind]
    const others = Object.values(searches).flatMap(other => other.flags)
    const foreign = others.find(flag => call.flags.has(flag) && !allowed.includes(flag))
    if (foreign !== undefined)
      throw new UsageError(
        `search ${kind} has no --${foreign}; it has ${allowed.map(flag => `--${flag}`).join(', ')}`,
      )
    const ask = prepare(call, name)
    const client = await connect(call)
    const count = await ask(client).catch(inWordsOfFlags)
    if (!call.isJson) call.hint(countOf(count, 'result', 'results'))
    return exit.done
  },
})

/** What the fields of a query are called here. */
const spellings: Readonly<Record<string, string>> = {
  companyName: 'NAME',
  fullName: 'NAME',
  name: 'NAME',
  firstName: '--first',
  lastName: '--last',
  birthDate: '--birth-date',
  registrationNumber: '--registration',
  nationalIdNumber: '--national-id',
  riskLevel: '--risk',
  caseStatus: '--status',
}

function inWordsOfFlags(error: unknown): never {
  if (!InputValidationError.is(error)) throw error
  const problems = error.issues.map(({ path: [field = ''], message }) => {
    const name = String(field)
    return `${Object.hasOwn(spellings, name) ? spellings[name] : `--${name}`} ${message}`
  })
  throw new UsageError(problems.join('; '))
}

function prepareOrganizations({ flags, signal, output, isJson }: SearchCall, name: string | undefined) {
  if (name === undefined) throw new UsageError('search organizations expects a NAME')
  const query = {
    companyName: name,
    country: country('--country', flags.text('country')),
    registrationNumber: flags.text('registration'),
    industry: flags.text('industry'),
  }
  return async (client: EntityScreening) => {
    const found = await client.search.organizations(query, { signal })
    return writeRows(output, found, isJson ? 'json' : organizationColumns)
  }
}

function preparePersons({ flags, signal, output, isJson }: SearchCall, name: string | undefined) {
  const query = {
    ...personName(name, flags.text('first'), flags.text('last')),
    birthDate: flags.text('birth-date'),
    country: country('--country', flags.text('country')),
    nationality: country('--nationality', flags.text('nationality')),
    nationalIdNumber: flags.text('national-id'),
  }
  return async (client: EntityScreening) => {
    const found = await client.search.persons(query, { signal })
    return writeRows(output, found, isJson ? 'json' : personColumns)
  }
}

/** One form of the name, not two that could differ. */
function personName(fullName: string | undefined, firstName?: string, lastName?: string): PersonQuery {
  if (fullName !== undefined && firstName === undefined && lastName === undefined) return { fullName }
  if (fullName === undefined && firstName !== undefined && lastName !== undefined)
    return { firstName, lastName }
  throw new UsageError('search persons expects a NAME, or --first together with --last')
}

function prepareEntities({ flags, signal, output, isJson }: SearchCall, name: string | undefined) {
  const query = {
    name,
    type: optionalOneOf('--type', flags.text('type'), entityTypes),
    countryCode: country('--country', flags.text('country')),
    riskLevel: flags.text('risk'),
    caseStatus: flags.text('status'),
    limit: wholeNumber('--limit', flags.text('limit'), 1),
  }
  return async (client: EntityScreening) => {
    const found = await client.entities.search(query, { signal })
    const count = await writeRows(output, found, isJson ? 'json' : entityColumns)
    if (count === 0)
      for (const warning of openChoices(query.riskLevel, query.caseStatus)) output.note(warning)
    return count
  }
}

/** Levels and statuses are open sets: where nothing is found, one that is not known may be misspelt. */
function openChoices(risk: string | undefined, status: string | undefined): string[] {
  const warn = (flag: string, known: readonly string[]) =>
    `warning: ${flag} is none of ${known.join(', ')}; it may be misspelt`
  return [
    ...(risk === undefined || riskLevels.some(level => level === levelIn(risk))
      ? []
      : [warn('--risk', riskLevels)]),
    ...(status === undefined || caseStatuses.some(known => known === status)
      ? []
      : [warn('--status', caseStatuses)]),
  ]
}

const organizationColumns: readonly Column<OrganizationProfile>[] = [
  { heading: 'NAME', cell: profile => profile.companyName, isName: true },
  { heading: 'COUNTRY', cell: profile => profile.countryCode ?? profile.country },
  { heading: 'REGISTRATION', cell: profile => profile.registrationNumber },
  { heading: 'INDUSTRY', cell: profile => profile.industry, isFlexible: true, isOptional: true },
  { heading: 'WEBSITE', cell: profile => profile.websiteUrl, isOptional: true },
  { heading: 'SOURCE', cell: profile => profile.sourceUrl, isFlexible: true, isOptional: true },
]

const personColumns: readonly Column<PersonProfile>[] = [
  { heading: 'FIRST NAME', cell: profile => profile.firstName, isName: true },
  { heading: 'LAST NAME', cell: profile => profile.lastName, isName: true },
  { heading: 'BORN', cell: profile => profile.birthDate },
  { heading: 'COUNTRY', cell: profile => profile.countryCode ?? profile.country },
  { heading: 'NATIONALITY', cell: profile => profile.nationality, isOptional: true },
  { heading: 'NATIONAL ID', cell: profile => profile.nationalIdNumber, isOptional: true },
  { heading: 'SOURCE', cell: profile => profile.sourceUrl, isFlexible: true, isOptional: true },
]

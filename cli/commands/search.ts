import type { EntityScreening } from '../../src/client.ts'
import { entityTypes } from '../../src/contract/values.ts'
import type { OrganizationProfile, PersonProfile } from '../../src/model/search.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { didYouMean } from '../../src/shared/text/did-you-mean.ts'
import { connectClient } from '../connection/connect.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { parseChoice, parseCountry, parseDay, parseWholeNumber } from '../definition/flags.ts'
import { describeMisspellings, entityColumns } from '../entities/columns.ts'
import { exit, UsageError } from '../failure.ts'
import { writeRows } from '../output/rows.ts'
import type { TableColumn } from '../output/table.ts'

const flags = {
  country: { value: 'COUNTRY', description: 'code or name, such as DE or Germany' },
  registration: { value: 'NUMBER', description: 'organizations: registration number' },
  industry: { value: 'TEXT', description: 'organizations: industry' },
  first: { value: 'NAME', description: 'persons: first name, together with --last' },
  last: { value: 'NAME', description: 'persons: last name, together with --first' },
  'birth-date': { value: 'DATE', description: 'persons: birth date as YYYY-MM-DD' },
  nationality: { value: 'COUNTRY', description: 'persons: nationality, by code or name' },
  'national-id': { value: 'NUMBER', description: 'persons: national ID or passport number' },
  type: { value: 'organization|person', description: 'entities: type' },
  risk: { value: 'LEVEL', description: 'entities: low, medium, high, or another level of the service' },
  status: { value: 'STATUS', description: 'entities: case status, such as IN_PROGRESS' },
  limit: { value: 'N', description: 'entities: maximum number of results' },
}

type SearchCall = CommandCall<keyof typeof flags>

/** Builds a query from the flags. The returned function sends it, writes the results, and returns their number. */
type PrepareSearch = (
  call: SearchCall,
  name: string | undefined,
) => (client: EntityScreening) => Promise<number>

const kinds = ['organizations', 'persons', 'entities'] as const

const searches: Readonly<
  Record<(typeof kinds)[number], readonly [PrepareSearch, ...(keyof typeof flags)[]]>
> = {
  organizations: [prepareOrganizations, 'country', 'registration', 'industry'],
  persons: [preparePersons, 'first', 'last', 'birth-date', 'country', 'nationality', 'national-id'],
  entities: [prepareEntities, 'type', 'country', 'risk', 'status', 'limit'],
}

export const searchCommand = defineCommand({
  name: 'search',
  usage: 'organizations|persons|entities [NAME] [flags]',
  about: `search organizations NAME searches the web for organizations.
search persons NAME searches the web for persons, by full name; --first and --last take the place of NAME.
search entities [NAME] searches the team's own entities.`,
  flags,
  expects: null,
  fields: {
    companyName: 'NAME',
    fullName: 'NAME',
    name: 'NAME',
    firstName: '--first',
    lastName: '--last',
    registrationNumber: '--registration',
    nationalIdNumber: '--national-id',
    riskLevel: '--risk',
    caseStatus: '--status',
  },
  examples: [
    'search organizations "Nordwind Turbinen" --country Germany',
    'search persons "Ilse Brandt" --birth-date 1961-04-09 --json',
    'search entities --risk high',
  ],
  async run(call) {
    const [kindArgument = '', name, ...more] = call.positionals
    if (more.length > 0) throw new UsageError('a name of several words must be quoted')
    const kind = kinds.find(candidate => candidate === kindArgument)
    if (kind === undefined)
      throw new UsageError(
        `search expects organizations, persons or entities${kindArgument === '' ? '' : `, not "${kindArgument}"${didYouMean(kindArgument, kinds)}`}`,
      )
    const [prepare, ...allowedFlags] = searches[kind]
    const allFlags = Object.values(searches).flatMap(([, ...names]) => names)
    const foreignFlag = allFlags.find(flag => call.flags.has(flag) && !allowedFlags.includes(flag))
    if (foreignFlag !== undefined)
      throw new UsageError(
        `search ${kind} has no --${foreignFlag}; it has ${allowedFlags.map(flag => `--${flag}`).join(', ')}`,
      )
    const search = prepare(call, name)
    const count = await search(await connectClient(call))
    if (!call.isJson) call.hint(countOf(count, 'result', 'results'))
    return exit.done
  },
})

function prepareOrganizations({ flags, signal, output, format }: SearchCall, name: string | undefined) {
  if (name === undefined) throw new UsageError('search organizations expects a NAME')
  const query = {
    companyName: name,
    country: parseCountry('--country', flags.text('country')),
    registrationNumber: flags.text('registration'),
    industry: flags.text('industry'),
  }
  return async ({ search }: EntityScreening) =>
    writeRows(output, await search.organizations(query, { signal }), organizationColumns, format)
}

function preparePersons({ flags, signal, output, format }: SearchCall, name: string | undefined) {
  const [firstName, lastName] = [flags.text('first'), flags.text('last')]
  const parts = firstName !== undefined && lastName !== undefined ? { firstName, lastName } : null
  const isOneForm = name === undefined ? parts !== null : firstName === undefined && lastName === undefined
  // Only one form of the name is accepted, because two forms could contradict each other.
  if (!isOneForm) throw new UsageError('search persons expects a NAME, or --first together with --last')
  const query = {
    ...(parts ?? { fullName: name ?? '' }),
    birthDate: parseDay('--birth-date', flags.text('birth-date')),
    country: parseCountry('--country', flags.text('country')),
    nationality: parseCountry('--nationality', flags.text('nationality')),
    nationalIdNumber: flags.text('national-id'),
  }
  return async ({ search }: EntityScreening) =>
    writeRows(output, await search.persons(query, { signal }), personColumns, format)
}

function prepareEntities({ flags, signal, output, format }: SearchCall, name: string | undefined) {
  const [riskLevel, caseStatus] = [flags.text('risk'), flags.text('status')]
  const query = {
    name,
    type: parseChoice('--type', flags.text('type'), entityTypes),
    countryCode: parseCountry('--country', flags.text('country')),
    riskLevel,
    caseStatus,
    limit: parseWholeNumber('--limit', flags.text('limit'), 1),
  }
  return async ({ entities }: EntityScreening) => {
    const count = await writeRows(output, await entities.search(query, { signal }), entityColumns, format)
    const warnings = describeMisspellings(riskLevel === undefined ? [] : [riskLevel], caseStatus)
    if (count === 0) for (const warning of warnings) output.note(warning)
    return count
  }
}

const organizationColumns: readonly TableColumn<OrganizationProfile>[] = [
  { heading: 'NAME', cell: profile => profile.companyName, isName: true },
  { heading: 'COUNTRY', cell: profile => profile.countryCode ?? profile.country },
  { heading: 'REGISTRATION', cell: profile => profile.registrationNumber },
  { heading: 'INDUSTRY', cell: profile => profile.industry, isFlexible: true, isOptional: true },
  { heading: 'WEBSITE', cell: profile => profile.websiteUrl, isOptional: true },
  { heading: 'SOURCE', cell: profile => profile.sourceUrl, isFlexible: true, isOptional: true },
]

const personColumns: readonly TableColumn<PersonProfile>[] = [
  { heading: 'FIRST NAME', cell: profile => profile.firstName, isName: true },
  { heading: 'LAST NAME', cell: profile => profile.lastName, isName: true },
  { heading: 'BORN', cell: profile => profile.birthDate },
  { heading: 'COUNTRY', cell: profile => profile.countryCode ?? profile.country },
  { heading: 'NATIONALITY', cell: profile => profile.nationality, isOptional: true },
  { heading: 'NATIONAL ID', cell: profile => profile.nationalIdNumber, isOptional: true },
  { heading: 'SOURCE', cell: profile => profile.sourceUrl, isFlexible: true, isOptional: true },
]

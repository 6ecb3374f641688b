import * as classic from 'zod'
import * as mini from 'zod/mini'

/** How one would read a list without this package: a schema that validates, and a map by hand behind it. */
const text = { classic: classic.string(), mini: mini.string() }

function fieldsOf<Text, Number>(text: Text, number: Number) {
  return {
    id: text,
    name: text,
    type: text,
    caseStatus: text,
    registration: text,
    countryCode: text,
    riskLevel: text,
    riskScore: number,
    platformId: text,
    lastUpdate: text,
    dueDate: text,
    createdAt: text,
    updatedAt: text,
  }
}

const classicList = classic.array(classic.looseObject(fieldsOf(text.classic, classic.number())))
const miniList = mini.array(mini.looseObject(fieldsOf(text.mini, mini.number())))

type Item = mini.infer<typeof miniList>[number]

export function readWithZod(body: string) {
  return classicList.parse(JSON.parse(body)).map(toEntity)
}

export function readWithZodMini(body: string) {
  return miniList.parse(JSON.parse(body)).map(toEntity)
}

/** The same vocabulary as ours, without a report of what was changed, and without `extra`. */
function toEntity(item: Item) {
  const registration = item.registration === '-' ? null : item.registration
  const isCountry = item.type === 'person' && registration !== null && /^[A-Z]{2}$/.test(registration)
  return {
    id: item.id,
    name: item.name,
    type: item.type,
    caseStatus: item.caseStatus,
    registration: isCountry ? null : registration,
    countryCode: isCountry ? registration : item.countryCode,
    riskLevel: item.riskLevel.replace(/ Risk$/, '').toLowerCase(),
    riskLabel: item.riskLevel,
    riskScore: item.riskScore,
    platformId: item.platformId,
    lastUpdate: toDate(item.lastUpdate),
    dueDate: toDate(item.dueDate),
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function toDate(shown: string): string | null {
  if (shown === '-') return null
  const [, month = '', day = '', year = ''] = /^(\w{3}) (\d{1,2}), (\d{4})$/.exec(shown) ?? []
  return `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}

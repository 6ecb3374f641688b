/** A portfolio of organizations, persons, namesakes, duplicates and bad rows, as CSV, with what must become of each line. */
export interface Portfolio {
  readonly csv: string
  readonly goodLines: number
  readonly badLines: readonly number[]
  readonly duplicateLines: readonly number[]
  /** How many entities of each kind, name and country there must be. */
  readonly expected: ReadonlyMap<string, number>
}

const countries = ['DE', 'France', 'GBR', 'Korea, South', 'AT']
const codes = ['DE', 'FR', 'GB', 'KR', 'AT']

export function makePortfolio(rows: number): Portfolio {
  const lines = ['Name,Type,First name,Last name,Country,Registration,Date of birth']
  const badLines: number[] = []
  const duplicateLines: number[] = []
  const expected = new Map<string, number>()
  let goodLines = 0
  const expect = (type: string, name: string, code: string | undefined) => {
    const key = `${type} ${name} ${code}`
    expected.set(key, (expected.get(key) ?? 0) + 1)
    goodLines += 1
  }
  for (let row = 0; row < rows; row += 1) {
    const line = lines.length + 1
    const at = row % countries.length
    const country = `"${countries[at]}"`
    if (row % 97 === 13) {
      badLines.push(line)
      lines.push(`Nowhere ${row},organization,,,Atlantis,,`)
    } else if (row % 101 === 50) {
      badLines.push(line)
      lines.push(`,person,Ann,Born ${row},${country},,1990-02-30`)
    } else if (row % 211 === 100) {
      duplicateLines.push(line)
      lines.push(lines[line - 3] ?? '')
      // What it repeats may itself be bad.
      if (badLines.includes(line - 2)) {
        duplicateLines.pop()
        badLines.push(line)
      }
    } else if (row % 3 === 0) {
      // Namesakes: thousands of persons share 250 names, and differ in their birth dates.
      const name = `Person, Twin-${spellNumber(Math.floor(row / 60) % 250)}`
      const born = new Date(Date.UTC(1940, 0, 1 + row)).toISOString().slice(0, 10)
      lines.push(`"${name}",person,,,${country},,${born}`)
      expect('person', name.split(', ').reverse().join(' '), codes[at])
    } else if (row % 3 === 1) {
      lines.push(`"Trader ${row}, ""Sons"" GmbH",company,,,${country},HRB ${row},`)
      expect('organization', `Trader ${row}, "Sons" GmbH`, codes[at])
    } else {
      lines.push(`,individual,Ilse,Brandt ${row},${country},,`)
      expect('person', `Ilse Brandt ${row}`, codes[at])
    }
  }
  return { csv: `${lines.join('\r\n')}\r\n`, goodLines, badLines, duplicateLines, expected }
}

/** A number in letters, because a full name of a person has no digits. */
export function spellNumber(number: number): string {
  return String(number).replace(/\d/g, digit => 'abcdefghij'.charAt(Number(digit)))
}

/** Entities of a team's list, counted in the same way. */
export function countEntities(
  entities: Iterable<{ type: string; name: string; countryCode: string | null }>,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { type, name, countryCode } of entities) {
    const key = `${type} ${name} ${countryCode}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

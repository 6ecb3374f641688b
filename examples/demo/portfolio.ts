import { readFile } from 'node:fs/promises'
import type { BulkEntityInput } from 'entity-screening-sdk'
import Papa from 'papaparse'

const file = new URL('../data/portfolio.csv', import.meta.url)

/** The rows of the file, as the client takes them: countries stay as they are written there. */
export async function readPortfolio(): Promise<BulkEntityInput[]> {
  const { data, errors } = Papa.parse<Partial<Record<string, string>>>(
    await readText(),
    {
      header: true,
      skipEmptyLines: 'greedy',
    },
  )
  const [error] = errors
  if (error !== undefined)
    throw new Error(`portfolio.csv, row ${(error.row ?? 0) + 1}: ${error.message}`)
  return data.map(toBulkRow)
}

async function readText(): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new Error('examples/data/portfolio.csv cannot be read')
  }
}

/** An empty cell is a field that is left out; what a row lacks, the client says. */
function toBulkRow(
  cells: Partial<Record<string, string>>,
  index: number,
): BulkEntityInput {
  const cell = (column: string) => cells[column]?.trim() ?? ''
  const tags = cell('tags').split(',')
  const shared = {
    countryCode: cell('country'),
    tags: tags.map(tag => tag.trim()).filter(Boolean),
  }
  switch (cell('type')) {
    case 'organization':
      return {
        ...shared,
        type: 'organization',
        name: cell('name'),
        registration: cell('registration') || undefined,
      }
    case 'person':
      return {
        ...shared,
        type: 'person',
        firstName: cell('first_name'),
        lastName: cell('last_name'),
        birthDate: cell('birth_date') || undefined,
      }
    default:
      throw new Error(
        `portfolio.csv, row ${index + 1}: type must be organization or person`,
      )
  }
}

/** Organizations have a name, persons a first and a last one. */
export function rowName(row: BulkEntityInput): string {
  return row.type === 'organization' ? row.name : `${row.firstName} ${row.lastName}`
}

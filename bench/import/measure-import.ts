import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from '../measure/run.ts'
import { formatMebibytes, formatSpread, median } from '../page/figures.ts'
import { judgeFixed, type Section } from '../page/section.ts'
import { bundleProgram, runProgram } from '../program.ts'
import { startOurs } from '../server/contenders.ts'

const size = 1_000_000
const importCount = 3

interface ImportFigures {
  readonly created: number
  readonly mebibytes: number
}

/** Measures the memory of `importPortfolio` with a file of 1,000,000 rows and a journal, over loopback. */
export async function measureImport({ folder }: Run): Promise<Section> {
  const program = await bundleProgram('bench/import/import-file.ts')
  const file = join(folder, 'portfolio.csv')
  writePortfolio(file)
  const memory: number[] = []
  while (memory.length < importCount) memory.push((await importOnce(program, file)).mebibytes)
  return {
    heading: 'Import of 1,000,000 rows',
    parts: [
      'By `importPortfolio` from a CSV file, with a journal, into the mock server over loopback. The memory is the peak of the importing process, less its memory before the import.',
      `Of ${importCount} imports: ${formatSpread(memory, formatMebibytes)}.`,
    ],
    goals: [
      judgeFixed({
        name: 'Memory of an import of 1,000,000 rows, above the start',
        value: median(memory),
        max: 1228,
        format: formatMebibytes,
      }),
    ],
  }
}

/** Imports the file into a new mock server. */
async function importOnce(program: string, file: string): Promise<ImportFigures> {
  const server = await startOurs(['--max-old-space-size=8192'])
  const figures = await runProgram<ImportFigures>(program, [server.url, 'key', file])
  await server.stop()
  rmSync(`${file}.journal`, { recursive: true })
  if (figures.created !== size) throw new Error(`${figures.created} of ${size} rows were created`)
  return figures
}

function writePortfolio(file: string): void {
  const descriptor = openSync(file, 'w')
  writeSync(descriptor, 'Type,Name,Country,Registration,Date of birth,Tags\n')
  for (let first = 0; first < size; first += 1000) {
    const rows = Array.from({ length: 1000 }, (_, index) => writeRow(first + index))
    writeSync(descriptor, `${rows.join('\n')}\n`)
  }
  closeSync(descriptor)
}

/** Writes two organizations to each person; some persons have the same name. */
function writeRow(number: number): string {
  if (number % 3 > 0)
    return `company,"Nordwind Trading ${number} GmbH & Co. KG",Germany,HRB ${number},,customer`
  const birthDate = new Date(Date.UTC(1950, 0, 1 + (number % 19_997))).toISOString().slice(0, 10)
  // A full name of a person has no digits.
  const letters = String(number % 900_000).replace(/\d/g, digit => 'abcdefghij'.charAt(Number(digit)))
  return `person,"Brandt-${letters}, Ilse",DE,,${birthDate},customer`
}

import { readColumns } from '../rows/read-field.ts'
import { findColumns, type Header, type ImportField, nameFields } from '../source/columns.ts'

const partFields = nameFields.filter(field => field !== 'name')

/**
 * Creates a function that lists the names that the cells of a row can give its entity: the full name, the parts of the name of a
 * person, and both, because a column of names may hold last names. The fullest name is the first. The list is empty if no column with
 * a usual name holds one; otherwise it has every cell, because the import may have had the name from another column.
 *
 * @param names the header of the file.
 */
export function createNameLister(
  names: readonly string[],
): (cells: readonly string[]) => ReadonlySet<string> {
  const header = findColumns(names, {})
  // NAME2 may be the rest of the name in NAME1, or not.
  const joined = findColumns(names, Object.fromEntries(header.divided.map(part => [part.field, part.joined])))
  return cells => {
    const rowNames = [header, joined].flatMap(columns => listNames(cells, columns))
    return new Set(rowNames.length === 0 ? [] : [...rowNames, ...cells])
  }
}

function listNames(cells: readonly string[], header: Header): readonly string[] {
  const join = (fields: readonly ImportField[]) =>
    fields.flatMap(field => readColumns(field, cells, header) ?? []).join(' ')
  const [name, parts] = [join(['name']), join(partFields)]
  // Without a last name, the column of names may hold it.
  const isLastName = parts !== '' && !name.includes(parts) && join(['lastName']) === ''
  const fullName = isLastName ? `${parts} ${name}` : name
  return [fullName.trim(), name, parts, join(nameFields)].filter(text => text !== '')
}

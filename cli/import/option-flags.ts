/** The flags of the import options that the client's messages name, other than `columns`. */
const flagOfOption: Readonly<Record<string, string>> = {
  dateOrder: '--dates',
  encoding: '--encoding',
  headerLine: '--header-line',
  nameOrder: '--name-order',
}

/** Returns the flag of an import option; the option itself if it is not one of them. */
export function flagOf(option: string): string {
  return flagOfOption[option] ?? option
}

/** Replaces import options in a message, as in "set dateOrder to dmy" and "set columns.name to null", by their flags. */
export function nameFlags(message: string): string {
  return message
    .replace(/\bset columns\.(\w+) to null\b/g, 'pass --columns $1=')
    .replace(/(?<=\b(?:set|because) )\w+/g, flagOf)
}

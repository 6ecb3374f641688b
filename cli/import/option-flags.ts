/** The flag of each import option whose flag has another name, or that a message may name. */
const flagOfOption: Readonly<Record<string, string>> = {
  dateOrder: '--dates',
  encoding: '--encoding',
  headerLine: '--header-line',
  nameOrder: '--name-order',
}

/** Returns the flag of an import option; the option itself if it has no flag of another name. */
export function flagOf(option: string): string {
  return flagOfOption[option] ?? option
}

/** Replaces the names of import options in a message, as in "set dateOrder to dmy", by the names of their flags. */
export function nameFlags(message: string): string {
  return message.replace(/(?<=\b(?:set|because) )\w+/g, flagOf)
}

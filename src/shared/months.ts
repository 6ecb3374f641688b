const months = 'january february march april may june july august september october november december'.split(
  ' ',
)

/** 1 to 12 for an English month, whole or cut short to three letters or more; 0 for any other text. */
export function monthNumber(name: string): number {
  return name.length < 3 ? 0 : months.findIndex(month => month.startsWith(name.toLowerCase())) + 1
}

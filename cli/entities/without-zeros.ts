/** Returns a customer number without leading zeros, which a spreadsheet removes. */
export function withoutZeros(number: string): string {
  return number.replace(/^0+(?=.)/, '')
}

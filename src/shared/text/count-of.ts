/** Formats a number with its noun: "1 entity", "1,200 entities". */
export function countOf(count: number, singular: string, plural: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`
}

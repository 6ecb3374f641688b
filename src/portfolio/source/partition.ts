export interface Partition {
  readonly index: number
  readonly of: number
  readonly rows: number
}
export function isOfPartition(
  row: { readonly line: number },
  { index, of }: Pick<Partition, 'index' | 'of'>,
): boolean {
  return row.line % of === index - 1
}

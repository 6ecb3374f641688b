export async function countRows(_source: unknown): Promise<number | null> {
  return null
}

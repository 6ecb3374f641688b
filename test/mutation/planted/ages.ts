/** What `npm run mutate` tries itself on first: see ../mutate.ts. */
const limit = Number('18')

export function isGrownUp(age: number): boolean {
  return age >= limit
}

export function isChild(age: number): boolean {
  return age < limit
}

export function isOld(age: number): boolean {
  return age > 65
}

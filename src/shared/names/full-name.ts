interface PersonName {
  readonly name?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
}

/** Returns the full name of a person, joined from first and last name if necessary. */
export function toFullName({ name, firstName, lastName }: PersonName): string {
  return name ?? `${firstName} ${lastName}`
}

/** What the operations that take a person call a person's birth date and national ID: three spellings for two fields. */
export const personFields = {
  /** Specification: POST /v1/entities. */
  createEntity: { birthDate: 'birthDate', nationalId: 'nationalId' },
  /** Specification: POST /v1/entities/bulk, row fields. */
  createEntitiesBulk: { birthDate: 'birth_date', nationalId: 'national_id' },
  /** Specification: POST /api/search/persons. */
  searchPersons: { birthDate: 'birth_date', nationalId: 'national_id_number' },
} as const

/** A person's birth date and national ID, spelled as the operation wants them. */
export function spellPersonFields(
  operation: keyof typeof personFields,
  person: { readonly birthDate?: string | undefined; readonly nationalId?: string | undefined },
): Record<string, string | undefined> {
  const names = personFields[operation]
  return { [names.birthDate]: person.birthDate, [names.nationalId]: person.nationalId }
}

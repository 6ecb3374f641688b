/** The columns that the results of an import have before those of its source. */
export const resultColumns = ['line', 'outcome', 'reason', 'entity_ids', 'checksum'] as const

/** What a section is told. */
export interface Run {
  /** How often everything is measured; a section that takes long measures less often, and says so. */
  readonly rounds: number
  /** For its files; removed at the end. */
  readonly folder: string
}

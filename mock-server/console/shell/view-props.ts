export interface ViewProps {
  /** The segments of the path after the name of the view, such as an entity's id. */
  readonly path: readonly string[]
}

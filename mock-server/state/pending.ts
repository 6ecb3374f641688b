import type { ChangeListener } from '../mock-server.ts'
import type { Change } from './changes.ts'

/** What a request, or a call, has changed and nobody has kept yet. */
export interface Pending {
  changed(change: Change): void
  /** Takes a step that undoes what was just done. */
  undoable(step: () => void): void
  /** Takes a step that is for when all is kept. */
  onceKept(step: () => void): void
  /** Undoes all of it, the last step first. */
  takeBack(): void
  /** Hands all of it to the listeners; what one of them cannot keep is undone, at once or when its promise rejects. */
  flush(): Promise<void> | undefined
}

export function createPending(
  listeners: ReadonlySet<ChangeListener>,
  clockChange: () => Change | null,
): Pending {
  let changes: Change[] = []
  let undoSteps: (() => void)[] = []
  let keptSteps: (() => void)[] = []

  function forget(): void {
    changes = []
    undoSteps = []
    keptSteps = []
  }

  return {
    changed: change => void (listeners.size > 0 && changes.push(change)),
    undoable: step => void undoSteps.push(step),
    onceKept: step => void keptSteps.push(step),
    takeBack() {
      const steps = undoSteps
      forget()
      undo(steps)
    },
    flush() {
      const batch = changes
      const steps = undoSteps
      const next = keptSteps
      forget()
      const clock = batch.length === 0 ? null : clockChange()
      if (clock !== null) batch.push(clock)
      try {
        const kept = batch.length === 0 ? undefined : tell(listeners, batch)
        if (kept === undefined) for (const step of next) step()
        return kept?.then(
          () => {
            for (const step of next) step()
          },
          (error: unknown) => {
            undo(steps)
            throw error
          },
        )
      } catch (error) {
        undo(steps)
        throw error
      }
    },
  }
}

function undo(steps: (() => void)[]): void {
  for (const step of steps.reverse()) step()
}

/** Every listener is told, whatever the others do; then the first failure is thrown. */
function tell(listeners: ReadonlySet<ChangeListener>, changes: readonly Change[]): Promise<void> | undefined {
  const waiting: Promise<void>[] = []
  const failures: unknown[] = []
  for (const listener of listeners) {
    try {
      const kept = listener(changes)
      if (kept !== undefined) waiting.push(kept)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => {})
}

/** What a caller's own function threw: it goes to the caller as it is, and is no reason to send again. */
export class HookFailure extends Error {
  readonly thrown: unknown

  constructor(thrown: unknown) {
    super('a hook failed')
    this.thrown = thrown
  }
}

/** Runs a function of the caller's. */
export async function runHook(hook: () => unknown): Promise<void> {
  try {
    await hook()
  } catch (error) {
    throw new HookFailure(error)
  }
}

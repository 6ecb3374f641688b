/** The command was called wrongly: a sentence for the user, and exit status 2. */
export class UsageError extends Error {}

/** The CLI was called wrongly: a sentence for the user, and exit status 2. */
export class UsageError extends Error {}

/** A file named on the command line cannot be read or written: nothing is begun, and exit status 1. */
export class FileError extends UsageError {}

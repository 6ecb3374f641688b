import {
  AuthenticationError,
  EntityScreeningError,
  PermissionDeniedError,
} from 'entity-screening-sdk'

export function Loading({ what }: { what: string }) {
  return (
    <p role="status" className="notice">
      Loading {what} …
    </p>
  )
}

export function Failure({
  error,
  onRetry,
}: {
  error: Error
  onRetry?: () => void
}) {
  return (
    <div role="alert" className="notice failure">
      <p>{describe(error)}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

function describe(error: Error): string {
  if (PermissionDeniedError.is(error) && error.isEntityLimit)
    return 'Your team has no room for more entities.'
  if (AuthenticationError.is(error)) return 'You are not signed in.'
  // The client's messages hold neither the key nor what was sent.
  return EntityScreeningError.is(error) ? error.message : 'Something went wrong.'
}

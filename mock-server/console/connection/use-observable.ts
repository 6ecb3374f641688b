import { useEffect, useState } from 'preact/hooks'

/**
 * Returns the result of `read`, and renders the component again when the listener is called. Every rendering must pass the same
 * two functions.
 */
export function useObservable<Value>(
  read: () => Value,
  subscribe: (listener: () => void) => () => void,
): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const update = () => setValue(read)
    // The result of `read` may have changed since the first rendering.
    update()
    return subscribe(update)
  }, [read, subscribe])
  return value
}

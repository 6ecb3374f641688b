import { useEffect, useState } from 'preact/hooks'

/**
 * Returns the result of `read`. Renders the component again whenever the observed value changes. Every rendering must pass the
 * same two functions.
 */
export function useObservable<Value>(
  read: () => Value,
  subscribe: (listener: () => void) => () => void,
): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const update = () => setValue(read)
    // The value may have changed between the first rendering and the subscription.
    update()
    return subscribe(update)
  }, [read, subscribe])
  return value
}

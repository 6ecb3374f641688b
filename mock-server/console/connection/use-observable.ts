import { useEffect, useState } from 'preact/hooks'

/** Returns the result of `read` now and after each call of the listener. Both functions must stay the same at each rendering. */
export function useObservable<Value>(
  read: () => Value,
  subscribe: (listener: () => void) => () => void,
): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const update = () => setValue(read)
    // It may have changed since the first rendering.
    update()
    return subscribe(update)
  }, [read, subscribe])
  return value
}

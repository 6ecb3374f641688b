import { useEffect, useState } from 'preact/hooks'

/** Returns the result of `read`, and renders again when the listener is called. Pass the same two functions at each rendering. */
export function useObservable<Value>(
  read: () => Value,
  subscribe: (listener: () => void) => () => void,
): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const update = () => setValue(read)
    // The result may have changed since the first rendering.
    update()
    return subscribe(update)
  }, [read, subscribe])
  return value
}

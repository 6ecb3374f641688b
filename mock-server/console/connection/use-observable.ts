import { useEffect, useState } from 'preact/hooks'

/** What `read` returns now, and after each change that `onChange` tells of; both must be the same functions at each rendering. */
export function useChanging<Value>(read: () => Value, onChange: (listener: () => void) => () => void): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const take = () => setValue(read)
    // It may have changed since the first rendering.
    take()
    return onChange(take)
  }, [read, onChange])
  return value
}

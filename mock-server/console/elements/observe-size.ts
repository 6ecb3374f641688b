/** Calls `onSize` with the inner size of an element, now and after each change. Returns a function that stops the calls. */
export function observeSize(
  element: Element | null,
  onSize: (size: { width: number; height: number }) => void,
): (() => void) | undefined {
  if (element === null) return undefined
  const measure = () => onSize({ width: element.clientWidth, height: element.clientHeight })
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  measure()
  return () => observer.disconnect()
}

/** Whether an element uses the keys itself: a field, or an element in a dialog. */
export function hasOwnKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog') !== null
}

/** Keeps Vue from wrapping an object in a proxy, which cannot read private fields. Does the same as Vue's `markRaw`. */
export function skipVueProxy(object: object): void {
  Object.defineProperty(object, '__v_skip', { value: true })
}

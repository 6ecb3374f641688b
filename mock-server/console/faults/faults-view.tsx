/** @jsxImportSource preact */

export function FaultsView() {
  return <p>Faults</p>
}

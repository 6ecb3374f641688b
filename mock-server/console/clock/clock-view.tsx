/** @jsxImportSource preact */

export function ClockView() {
  return <p>Clock</p>
}

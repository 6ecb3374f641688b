export function nextTurn(): Promise<void> {
  return new Promise(resolve => void setImmediate(resolve))
}

export function downloadFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Ten seconds later, the browser has read the file, so its memory can be released.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

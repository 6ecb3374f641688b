/** Breaks each line of a text between words; what goes over to the next line is indented like its beginning. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap(line => wrapLine(line, columns))
}

function wrapLine(line: string, columns: number): string[] {
  const indent = /^ */.exec(line)?.[0] ?? ''
  const lines: string[] = []
  let current = indent
  for (const word of line.trimStart().split(' ')) {
    const longer = current === indent ? current + word : `${current} ${word}`
    if (longer.length <= columns || current === indent) current = longer
    else {
      lines.push(current)
      current = indent + word
    }
  }
  return [...lines, current]
}

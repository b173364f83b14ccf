const delimiters = [',', '\t', ';', '|'] as const

/** The separator that stands most often in the first line, outside quotes; a .tsv has tabs. */
export function guessDelimiter(text: string, name: string): string {
  if (/\.(tsv|tab)$/i.test(name)) return '\t'
  const counts = new Map<string, number>(delimiters.map(delimiter => [delimiter, 0]))
  let quoted = false
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (quoted) continue
    if (character === '\n' || character === '\r') break
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  return delimiters.reduce((best, delimiter) =>
    (counts.get(delimiter) ?? 0) > (counts.get(best) ?? 0) ? delimiter : best,
  )
}

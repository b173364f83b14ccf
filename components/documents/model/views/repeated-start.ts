const comparedMax = 40_000

/**
 * Number of characters at the start of a text that repeat the end of the previous one: the overlap of chunks.
 */
export function repeatedStart(before: string, text: string): number {
  const head = text.slice(0, comparedMax)
  const tail = before.trimEnd().slice(-comparedMax)
  // Knuth-Morris-Pratt table: linear, while comparing every length would take minutes.
  const table = [0]
  let matched = 0
  for (let at = 1; at < head.length; at += 1) {
    while (matched > 0 && head[at] !== head[matched]) matched = table[matched - 1] ?? 0
    if (head[at] === head[matched]) matched += 1
    table.push(matched)
  }
  matched = 0
  for (const unit of tail.split('')) {
    if (matched === head.length) matched = table[matched - 1] ?? 0
    while (matched > 0 && unit !== head[matched]) matched = table[matched - 1] ?? 0
    if (unit === head[matched]) matched += 1
  }
  return matched
}

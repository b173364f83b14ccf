/**
 * Whether a JSON text nests deeper than that. It is looked at without parsing: whoever walks its values later recurses,
 * and a page that runs out of stack stops.
 */
export function isNestedDeeper(text: string, depthMax: number): boolean {
  let depth = 0
  const strings = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, '""')
  for (const character of strings) {
    if (character === '{' || character === '[') depth += 1
    if (character === '}' || character === ']') depth -= 1
    if (depth > depthMax) return true
  }
  return false
}

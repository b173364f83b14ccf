/**
 * Whether a JSON text exceeds a nesting depth. It is checked without parsing, because code that recurses over its
 * values later could overflow the stack.
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

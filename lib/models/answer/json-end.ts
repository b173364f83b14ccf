/** Index after the JSON object or list that `text` begins with; -1 while it is open. */
export function jsonEnd(text: string): number {
  let depth = 0
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (quoted) {
      if (character === '\\') index += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  return -1
}

const callKeys = ['name', 'arguments', 'parameters', 'function', 'type', 'id']

/** Whether incomplete JSON text may still become a tool call, judged by its first key. */
export function mayBecomeCall(text: string): boolean {
  const match = /^\s*(?:\[\s*)?(?:\{\s*(?:"([^"]*)("?))?)?/.exec(text)
  if (match === null || match[0] === '') return text.trim() === ''
  const [all, key, closed] = match
  if (key === undefined) return all.length === text.length
  if (closed === '"') return callKeys.includes(key)
  return callKeys.some(known => known.startsWith(key))
}

export interface JsonMistake {
  readonly offset: number
  /** Lower case, no trailing period. */
  readonly reason: string
}

const token =
  // oxlint-disable-next-line no-control-regex -- JSON forbids raw control characters in strings
  /\s*(?:(?<mark>[{}[\],:])|(?<string>"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?<value>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b))/y

type Expects =
  | 'a value'
  | 'a value or ]'
  | 'a quoted key or }'
  | 'a quoted key'
  | 'a colon'
  | 'a comma or }'
  | 'a comma or ]'
  | 'the end of the text'

/**
 * Finds the first syntax error in JSON text. Engines disagree on how they report the position, so it is
 * computed here.
 */
export function findJsonMistake(text: string): JsonMistake {
  const open: ('{' | '[')[] = []
  let expects: Expects = 'a value'
  const ended = (): Expects =>
    open.length === 0 ? 'the end of the text' : open.at(-1) === '{' ? 'a comma or }' : 'a comma or ]'

  for (let offset = 0; ;) {
    token.lastIndex = offset
    const groups = token.exec(text)?.groups
    const at = offset + (/^\s*/.exec(text.slice(offset))?.[0].length ?? 0)
    if (!groups) return toMistake(text, at, expects, false)
    const next = step(groups)
    if (next === null) return toMistake(text, at, expects, true)
    expects = next
    offset = token.lastIndex
  }

  function step({ mark, string }: Record<string, string | undefined>): Expects | null {
    const wantsValue = expects === 'a value' || expects === 'a value or ]'
    const wantsName = expects === 'a quoted key' || expects === 'a quoted key or }'
    if (mark === undefined) {
      if (string !== undefined && wantsName) return 'a colon'
      return wantsValue ? ended() : null
    }
    if (mark === '{' || mark === '[') {
      if (!wantsValue) return null
      open.push(mark)
      return mark === '{' ? 'a quoted key or }' : 'a value or ]'
    }
    if (mark === ':') return expects === 'a colon' ? 'a value' : null
    if (mark === ',') {
      if (expects === 'a comma or }') return 'a quoted key'
      return expects === 'a comma or ]' ? 'a value' : null
    }
    if (!expects.endsWith(mark)) return null
    open.pop()
    return ended()
  }
}

function toMistake(text: string, offset: number, expects: Expects, isToken: boolean): JsonMistake {
  if (offset >= text.length) return { offset, reason: `unexpected end of text, expected ${expects}` }
  const found = text.charAt(offset)
  if (found === '"' && !isToken)
    return { offset, reason: 'unterminated string, or a line break or invalid escape in it' }
  return { offset, reason: `expected ${expects}, found ${found}` }
}

export interface CommandWords {
  /** Words of the first command, its quotes taken off. */
  readonly words: readonly string[]
  /** Names of variables that the shell would have replaced; they are left in the words as they were written. */
  readonly variables: readonly string[]
  /** What was wrong with the quoting; null when nothing was. */
  readonly problem: string | null
}

/**
 * Splits a command as a POSIX shell does, or as Windows' `cmd` where its carets show: quotes `'…'`, `"…"`, `$'…'`,
 * escapes and continued lines. It ends at the first pipe, semicolon, redirection or line that is not continued.
 */
export function splitCommandLine(text: string): CommandWords {
  return splitPosix(isForCmd(text) ? withoutCarets(text) : text)
}

/** Carets continue its lines, or, as browsers copy it, stand before each quote from the first on. */
function isForCmd(text: string): boolean {
  return (/\^\r?\n/.test(text) && !/\\\r?\n/.test(text)) || /^[^'"]*\^"/.test(text)
}

function splitPosix(text: string): CommandWords {
  const words: string[] = []
  const variables = new Set<string>()
  let word: string | null = null
  let rest = text.trimStart()
  while (rest !== '') {
    const { length, piece } = readQuoted(rest) ?? readPlain(rest)
    rest = rest.slice(length)
    if (piece === 'end') break
    if (piece === 'unclosed') return { words, variables: [...variables], problem: 'A quote is not closed.' }
    if (piece === 'space') {
      if (word !== null) words.push(word)
      word = null
      continue
    }
    word = (word ?? '') + piece.text
    if (piece.expands) for (const name of variableNames(piece.text)) variables.add(name)
  }
  if (word !== null) words.push(word)
  return { words, variables: [...variables], problem: null }
}

type Piece = 'end' | 'space' | 'unclosed' | { readonly text: string; readonly expands: boolean }
type Token = { readonly length: number; readonly piece: Piece }

/** What a quote holds: `'…'`, `"…"` and bash's `$'…'` and `$"…"`; null where none begins. */
function readQuoted(rest: string): Token | null {
  const [opening, quote] = /^\$?(['"])/.exec(rest) ?? []
  if (opening === undefined || quote === undefined) return null
  const plain = opening === "'"
  const end = plain ? rest.indexOf("'", 1) : closingQuote(rest, opening.length, quote)
  if (end === -1) return { length: rest.length, piece: 'unclosed' }
  const inner = rest.slice(opening.length, end)
  if (quote === '"') return { length: end + 1, piece: { text: doubleQuoted(inner), expands: true } }
  return { length: end + 1, piece: { text: plain ? inner : ansiC(inner), expands: false } }
}

// A loop, because a pattern that repeats a group overflows on megabytes of escapes.
function closingQuote(text: string, from: number, quote: string): number {
  for (let index = from; index < text.length; index += 1) {
    const character = text.charAt(index)
    const doubled = quote === '"' && text.charAt(index + 1) === '"'
    if (character === '\\' || (character === quote && doubled)) index += 1
    else if (character === quote) return index
  }
  return -1
}

function readPlain(rest: string): Token {
  for (const { pattern, piece } of plainTokens) {
    const found = pattern.exec(rest)
    if (found !== null) return { length: found[0].length, piece: piece(found) }
  }
  return { length: 1, piece: literal(rest.charAt(0)) }
}

const literal = (text: string): Piece => ({ text, expands: false })

const plainTokens: readonly { pattern: RegExp; piece: (found: RegExpExecArray) => Piece }[] = [
  // A continued line; PowerShell continues with a backtick.
  { pattern: /^[\\`][ \t]*\r?\n/, piece: () => 'space' },
  { pattern: /^[ \t]+/, piece: () => 'space' },
  { pattern: /^\\(.)/s, piece: found => literal(found[1] ?? '') },
  { pattern: /^(?:[\r\n|;<>&]|\d>)/, piece: () => 'end' },
  { pattern: /^[^\s'"\\|;&<>$`]+/, piece: found => literal(found[0]) },
  { pattern: /^\$[\w{][\w}]*/, piece: found => ({ text: found[0], expands: true }) },
]

function doubleQuoted(text: string): string {
  return text
    .replace(/\\\r?\n/g, '')
    .replace(/\\(["\\$`])|""/g, (_all, escaped: string | undefined) => escaped ?? '"')
}

const ansiEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  v: '\v',
}

function ansiC(text: string): string {
  return text.replace(
    /\\(?:u([\da-f]{1,4})|U([\da-f]{1,8})|x([\da-f]{1,2})|([0-7]{1,3})|(.))/gis,
    (_all, u?: string, U?: string, x?: string, octal?: string, plain?: string) => {
      const hex = u ?? U ?? x
      // Four digits may be half of a pair, as browsers write it.
      if (u !== undefined) return String.fromCharCode(Number.parseInt(u, 16))
      if (hex !== undefined) return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16)))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
      return ansiEscapes[plain ?? ''] ?? plain ?? ''
    },
  )
}

/** `cmd` escapes by a caret; before a line end it continues the line. */
function withoutCarets(text: string): string {
  return text.replace(/\^\r?\n[ \t]*/g, ' ').replace(/\^(.)/gs, '$1')
}

function variableNames(text: string): readonly string[] {
  return Array.from(text.matchAll(/\$\{?([A-Za-z_]\w*)/g), found => found[1] ?? '')
}

/** A piece of an RTF file. */
export type RtfToken =
  | { readonly type: 'open' | 'close' }
  | { readonly type: 'word'; readonly name: string; readonly value: number | null }
  /** A control symbol, such as `~`. */
  | { readonly type: 'symbol'; readonly symbol: string }
  /** Bytes of text, one per character code. */
  | { readonly type: 'bytes'; readonly bytes: string }

const pattern =
  /\\([a-z]+)(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n\0]+|([^\\{}\r\n\0]+)|\\/giy

/** The tokens of a file, in order; the bytes of pictures are left out. */
export function* rtfTokens(file: Buffer): Generator<RtfToken> {
  const text = file.toString('latin1')
  const reader = new RegExp(pattern)
  for (let found = reader.exec(text); found !== null; found = reader.exec(text)) {
    const [, name, value, code, symbol, brace, bytes] = found
    if (name === 'bin') reader.lastIndex += Math.max(0, Number(value ?? 0))
    else if (name !== undefined)
      yield { type: 'word', name, value: value === undefined ? null : Number(value) }
    else if (code !== undefined)
      yield { type: 'bytes', bytes: String.fromCharCode(Number.parseInt(code, 16)) }
    // The second byte of a character may be one of these.
    else if (symbol !== undefined && '\\{}'.includes(symbol)) yield { type: 'bytes', bytes: symbol }
    else if (symbol !== undefined) yield { type: 'symbol', symbol }
    else if (brace !== undefined) yield { type: brace === '{' ? 'open' : 'close' }
    else if (bytes !== undefined) yield { type: 'bytes', bytes }
  }
}

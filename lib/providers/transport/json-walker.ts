const quote = 0x22
const backslash = 0x5c
const minus = 0x2d
const point = 0x2e
const zero = 0x30
const nine = 0x39
const comma = 0x2c
const colon = 0x3a
const depthMax = 64

/** The bytes are not valid JSON, or not the expected JSON. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson'
}

/** A member that must be unique occurs twice, so that two readers could see two values. */
export class RepeatedMember extends Error {
  override readonly name = 'RepeatedMember'
}

/**
 * Scans the bytes of a JSON text and accepts exactly what `JSON.parse` accepts, but creates no values:
 * passing on a vector costs only one scan. Every method starts at the next value and ends after it; all throw
 * UnreadableJson.
 */
export class JsonWalker {
  readonly bytes: Buffer
  /** Current offset in bytes. */
  at = 0
  #depth = 0

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** The first byte of the next value; 0 at the end. */
  peek(): number {
    const { bytes } = this
    let byte = bytes[this.at] ?? 0
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++this.at] ?? 0
    return byte
  }

  /** End of the text. */
  end(): void {
    this.peek()
    if (this.at < this.bytes.length) this.fail('unexpected data after the value')
  }

  /** An object; `visit` must consume the value of each key. */
  members(visit: (key: string) => void): void {
    this.#open(0x7b)
    if (this.peek() === 0x7d) return this.#close()
    for (;;) {
      const key = this.text()
      if (this.peek() !== colon) this.fail('a colon is missing')
      this.at += 1
      visit(key)
      const byte = this.peek()
      if (byte === 0x7d) return this.#close()
      if (byte !== comma) this.fail('an object is truncated')
      this.at += 1
    }
  }

  /** An array; `visit` must consume each element. */
  elements(visit: () => void): void {
    this.#open(0x5b)
    if (this.peek() === 0x5d) return this.#close()
    for (;;) {
      visit()
      const byte = this.peek()
      if (byte === 0x5d) return this.#close()
      if (byte !== comma) this.fail('an array is truncated')
      this.at += 1
    }
  }

  /** A string. */
  text(): string {
    const start = this.#string()
    const raw = this.bytes.subarray(start, this.at)
    return raw.includes(backslash)
      ? String(JSON.parse(raw.toString()))
      : raw.toString('utf8', 1, raw.length - 1)
  }

  /** A count or index; null, after skipping it, for any other value. */
  index(): number | null {
    const byte = this.peek()
    const start = this.at
    this.skip()
    if (byte < zero || byte > nine) return null
    const value = Number(this.bytes.toString('latin1', start, this.at))
    return Number.isSafeInteger(value) ? value : null
  }

  /** Any value. */
  skip(): void {
    const byte = this.peek()
    switch (byte) {
      case 0x7b:
        return this.members(() => this.skip())
      case 0x5b:
        return this.elements(() => this.skip())
      case quote:
        return void this.#string()
      case 0x74:
        return this.#literal('true')
      case 0x66:
        return this.#literal('false')
      case 0x6e:
        return this.#literal('null')
      default:
        this.number()
    }
  }

  /** Any value, by its quotes and brackets alone: several times faster, but what is inside may be invalid. */
  pass(): void {
    const { bytes } = this
    const first = this.peek()
    if (first !== 0x7b && first !== 0x5b && first !== quote) return this.skip()
    let depth = 0
    for (let at = this.at; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === quote) at = endOfString(bytes, at)
      else if (byte === 0x7b || byte === 0x5b) depth++
      else if (byte === 0x7d || byte === 0x5d) depth--
      else continue
      if (depth > 0) continue
      this.at = at + 1
      if (this.at > bytes.length) break
      return
    }
    this.fail('a value is truncated')
  }

  /** A number; returns whether it has an exponent that makes it larger. */
  number(): boolean {
    const { bytes } = this
    let byte = this.peek()
    let at = this.at
    if (byte === minus) byte = bytes[++at] ?? 0
    if (byte < zero || byte > nine) this.fail('invalid value')
    if (byte === zero) byte = bytes[++at] ?? 0
    else
      do byte = bytes[++at] ?? 0
      while (byte >= zero && byte <= nine)
    if (byte === point) {
      byte = bytes[++at] ?? 0
      if (byte < zero || byte > nine) this.fail('a number is truncated')
      do byte = bytes[++at] ?? 0
      while (byte >= zero && byte <= nine)
    }
    let grows = false
    if (byte === 0x65 || byte === 0x45) {
      byte = bytes[++at] ?? 0
      grows = byte !== minus
      if (byte === 0x2b || byte === minus) byte = bytes[++at] ?? 0
      if (byte < zero || byte > nine) this.fail('a number is truncated')
      do byte = bytes[++at] ?? 0
      while (byte >= zero && byte <= nine)
    }
    this.at = at
    return grows
  }

  fail(what: string): never {
    throw new UnreadableJson(`${what}, at byte ${this.at} of ${this.bytes.length}`)
  }

  /** Skips a string and returns the offset of its closing quote. */
  #string(): number {
    if (this.peek() !== quote) this.fail('a string is missing')
    const { bytes } = this
    const start = this.at
    let at = start + 1
    for (;;) {
      const byte = bytes[at]
      if (byte === undefined || byte < 0x20) this.fail('a string is truncated')
      if (byte === quote) break
      at += byte === backslash ? this.#escape(at) : 1
    }
    this.at = at + 1
    return start
  }

  /** Length in bytes of the escape sequence. */
  #escape(at: number): number {
    const text = this.bytes.toString('latin1', at, at + 6)
    const found = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(text)
    return found?.[0].length ?? this.fail('invalid escape')
  }

  #literal(word: string): void {
    if (this.bytes.toString('latin1', this.at, this.at + word.length) !== word) this.fail('invalid value')
    this.at += word.length
  }

  #open(byte: number): void {
    if (this.peek() !== byte) this.fail('an array or object is missing')
    if (++this.#depth > depthMax) this.fail('the nesting is too deep')
    this.at += 1
  }

  #close(): void {
    this.#depth -= 1
    this.at += 1
  }
}

/** The offset of the closing quote; beyond the bytes if there is none. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let before = end - 1
    while (bytes[before] === backslash) before--
    if ((end - before) % 2 === 1) return end
  }
  return bytes.length
}

/** A value of Python source that only calls constructors. */
export type PythonValue = string | number | boolean | null | readonly PythonValue[] | PythonDict | PythonCall

export interface PythonDict {
  readonly entries: ReadonlyMap<PythonValue, PythonValue>
}

export interface PythonCall {
  readonly name: string
  readonly positional: readonly PythonValue[]
  readonly named: ReadonlyMap<string, PythonValue>
}

export function isCall(value: PythonValue | undefined): value is PythonCall {
  return typeof value === 'object' && value !== null && 'named' in value
}

export function isDict(value: PythonValue | undefined): value is PythonDict {
  return typeof value === 'object' && value !== null && 'entries' in value && !Array.isArray(value)
}

export function isList(value: PythonValue | undefined): value is readonly PythonValue[] {
  return Array.isArray(value)
}

/**
 * Reads the data of a Python module without running it.
 * @throws Error for anything but literals and calls
 */
export function readPythonData(source: string): PythonValue {
  const tokens = [...source.matchAll(tokenPattern)].map(([token]) => token)
  const reader = new PythonReader(tokens)
  const value = reader.value()
  if (!reader.ended) throw new Error('There is code after the data.')
  return value
}

const tokenPattern = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Za-z_][\w.]*|-?\d+(?:\.\d+)?|[()[\]{},=:]|\S/g

class PythonReader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
  }

  get ended(): boolean {
    return this.#at === this.#tokens.length
  }

  value(): PythonValue {
    const token = this.#next()
    if (token === '[') return this.#list(']')
    if (token === '{') return { entries: this.#dict() }
    if (token === '(') return this.#joined()
    if (token.startsWith("'") || token.startsWith('"')) return this.#text(token)
    if (/^-?\d/.test(token)) return Number(token)
    if (token in constants) return constants[token] ?? null
    if (this.#peek() === '(') return this.#call(token)
    // A name such as `datetime.UTC`.
    if (/^[A-Za-z_]/.test(token)) return token
    throw new Error(`Unexpected \`${token}\`.`)
  }

  /** Adjacent strings are one. */
  #text(first: string): string {
    let text = unquote(first)
    while (/^['"]/.test(this.#peek())) text += unquote(this.#next())
    return text
  }

  #joined(): PythonValue {
    const value = this.value()
    this.#expect(')')
    return value
  }

  #list(end: string): PythonValue[] {
    const values: PythonValue[] = []
    while (!this.#skips(end)) {
      values.push(this.value())
      this.#skips(',')
    }
    return values
  }

  #dict(): Map<PythonValue, PythonValue> {
    const entries = new Map<PythonValue, PythonValue>()
    while (!this.#skips('}')) {
      const key = this.value()
      this.#expect(':')
      entries.set(key, this.value())
      this.#skips(',')
    }
    return entries
  }

  #call(name: string): PythonCall {
    this.#expect('(')
    const positional: PythonValue[] = []
    const named = new Map<string, PythonValue>()
    while (!this.#skips(')')) {
      if (this.#tokens[this.#at + 1] === '=') {
        const key = this.#next()
        this.#expect('=')
        named.set(key, this.value())
      } else positional.push(this.value())
      this.#skips(',')
    }
    return { name, positional, named }
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? ''
  }

  #next(): string {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw new Error('The data ends early.')
    return token
  }

  #skips(token: string): boolean {
    if (this.#peek() !== token) return false
    this.#at++
    return true
  }

  #expect(token: string): void {
    const found = this.#next()
    if (found !== token) throw new Error(`Expected \`${token}\`, found \`${found}\`.`)
  }
}

const constants: Readonly<Record<string, boolean | null>> = { True: true, False: false, None: null }

function unquote(token: string): string {
  return token
    .slice(1, -1)
    .replaceAll(/\\(.)/g, (_all, escaped: string) => (escaped === 'n' ? '\n' : escaped))
}

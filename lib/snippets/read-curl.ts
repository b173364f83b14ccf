export type CurlReading =
  | {
      readonly ok: true
      /** Contract id of the called path. */
      readonly contract: string
      readonly body: Readonly<Record<string, unknown>>
      /** True if the command contained a key, which was removed. */
      readonly keyDropped: boolean
      /** Unsupported flags and headers. */
      readonly ignored: readonly string[]
      /** Further remarks, each a sentence. */
      readonly notices: readonly string[]
    }
  | { readonly ok: false; readonly reason: string }

interface KnownPath {
  readonly id: string
  readonly path: string
}

/** Parses a pasted curl command, for any host, into the body of a playground. */
export function readCurl(text: string, contracts: readonly KnownPath[]): CurlReading {
  const { words, variables, problem } = splitCommandLine(withoutPrompt(text))
  if (problem !== null) return refused(problem)
  const start = words.findIndex(word => /(^|[\\/])curl(\.exe)?$/i.test(word))
  // Variables may come first: `KEY=… curl …`.
  if (start === -1 || !words.slice(0, start).every(word => /^\w+=/.test(word))) {
    return refused('This is not a curl command.')
  }
  const call = readCurlArguments(words.slice(start + 1))
  if (call.url === null) return refused('The command has no URL.')
  const contract = contracts.find(each => pathOf(call.url ?? '').endsWith(each.path))
  if (contract === undefined) {
    return refused(
      `No playground for ${pathOf(call.url)}. Supported: ${contracts.map(each => each.path).join(', ')}.`,
    )
  }
  const body = readBody(call)
  if (typeof body === 'string') return refused(body)
  const named = variables.filter(name => call.data.join('').includes(name))
  return {
    ok: true,
    contract: contract.id,
    body,
    keyDropped: call.keyDropped,
    ignored: call.ignored,
    notices: [
      ...(named.length > 0 ? [`Variables are not expanded: ${named.join(', ')}.`] : []),
      ...call.files.map(name => `Attach ${name} again: commands do not include files.`),
    ],
  }
}

function readBody(call: CurlCall): Record<string, unknown> | string {
  const file = call.dataFiles[0]
  if (file !== undefined) {
    return `The body is in ${file === '-' ? 'standard input' : `the file ${file}`}. Paste it into the JSON view.`
  }
  if (call.data.length === 0) return { ...call.fields }
  try {
    const body: unknown = JSON.parse(call.data.join('&'))
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
    return 'The body is not a JSON object.'
  } catch (error) {
    if (error instanceof SyntaxError) return `The body is not valid JSON: ${error.message}.`
    throw error
  }
}

function pathOf(url: string): string {
  return url
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '')
}

/** Documentation shows commands with a prompt or inside a fence. */
function withoutPrompt(text: string): string {
  return text.replace(/^\s*```\w*\n/, '').replace(/^\s*[$>%]\s+/, '')
}

function refused(reason: string): CurlReading {
  return { ok: false, reason }
}

interface CurlCall {
  readonly url: string | null
  /** Parts of the body, in order; curl joins them with `&`. */
  readonly data: readonly string[]
  /** Files that the body would be read from. */
  readonly dataFiles: readonly string[]
  /** Form fields. */
  readonly fields: Readonly<Record<string, string>>
  /** Form files. */
  readonly files: readonly string[]
  readonly keyDropped: boolean
  readonly ignored: readonly string[]
}

/** Parses the words after `curl`. */
function readCurlArguments(words: readonly string[]): CurlCall {
  let url: string | null = null
  let keyDropped = false
  const data: string[] = []
  const dataFiles: string[] = []
  const fields: [string, string][] = []
  const files: string[] = []
  const ignored: string[] = []

  const take = (meaning: FlagMeaning, value: string): void => {
    switch (meaning) {
      case 'url':
        url ??= value
        return
      case 'header':
        return takeHeader(value)
      case 'user':
        keyDropped = true
        return
      case 'json':
      case 'data':
        if (value.startsWith('@')) dataFiles.push(value.slice(1))
        else data.push(value)
        return
      case 'data-raw':
        data.push(value)
        return
      case 'form':
        return takeField(value)
      case 'method':
        if (value.toUpperCase() !== 'POST') ignored.push(`-X ${value}`)
        return
      case 'ignored':
      case 'ignored-value':
        return
    }
  }
  const takeHeader = (header: string): void => {
    const name = (header.split(':')[0] ?? '').trim().toLowerCase()
    const value = header.slice(header.indexOf(':') + 1)
    if (isSecretHeader(name)) keyDropped ||= !/\$\{?\w+\}?\s*$/.test(value)
    else if (name !== 'content-type' && name !== 'accept') ignored.push(`-H ${name}`)
  }
  const takeField = (field: string): void => {
    const name = field.split('=')[0] ?? ''
    const value = field.slice(name.length + 1)
    if (/^[@<]/.test(value)) files.push(value.slice(1).split(';')[0] ?? '')
    else fields.push([name, value])
  }

  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (!word.startsWith('-') || word === '-') {
      url ??= word
      continue
    }
    const flags = word.startsWith('--') ? readLong(word) : readShort(word)
    for (const { meaning, name, value } of flags) {
      if (meaning === null) ignored.push(name)
      else if (meaning === 'ignored') continue
      else if (value !== null) take(meaning, value)
      else take(meaning, words[(index += 1)] ?? '')
    }
  }
  return { url, data, dataFiles, fields: Object.fromEntries(fields), files, keyDropped, ignored }
}

interface Flag {
  readonly meaning: FlagMeaning | null
  readonly name: string
  /** Value in the same word; null: the next word. */
  readonly value: string | null
}

function readLong(word: string): readonly Flag[] {
  const [name = '', ...value] = word.slice(2).split('=')
  return [{ meaning: longFlag(name), name: `--${name}`, value: value.length > 0 ? value.join('=') : null }]
}

/** Short flags share a word: `-sSd'{}'`; the first with a value takes the rest of it. */
function readShort(word: string): readonly Flag[] {
  const flags: Flag[] = []
  for (let index = 1; index < word.length; index += 1) {
    const letter = word.charAt(index)
    const meaning = shortFlag(letter)
    const takesValue = meaning !== null && meaning !== 'ignored'
    const rest = word.slice(index + 1)
    flags.push({ meaning, name: `-${letter}`, value: takesValue && rest !== '' ? rest : null })
    if (takesValue) return flags
  }
  return flags
}

function isSecretHeader(name: string): boolean {
  return /^(proxy-)?authorization$|api-?key|^cookie$|token|secret/.test(name)
}

/** Meaning of curl flags. `ignored` ones change how curl works, not the API request. */
type FlagMeaning =
  | 'header'
  | 'data'
  | 'data-raw'
  | 'json'
  | 'form'
  | 'url'
  | 'method'
  | 'user'
  | 'ignored'
  | 'ignored-value'

const longFlags: Readonly<Record<string, FlagMeaning>> = {
  header: 'header',
  data: 'data',
  'data-ascii': 'data',
  'data-binary': 'data',
  'data-raw': 'data-raw',
  json: 'json',
  form: 'form',
  'form-string': 'form',
  url: 'url',
  request: 'method',
  user: 'user',
  'oauth2-bearer': 'user',
  cookie: 'user',
  ...of(
    'ignored',
    'silent show-error no-buffer location insecure include verbose compressed fail fail-with-body',
  ),
  ...of(
    'ignored',
    'http1.0 http1.1 http2 http2-prior-knowledge http3 ipv4 ipv6 globoff no-progress-meter progress-bar',
  ),
  ...of('ignored', 'tlsv1.2 tlsv1.3 no-keepalive tcp-nodelay path-as-is'),
  ...of(
    'ignored-value',
    'output write-out user-agent referer max-time connect-timeout retry retry-delay dump-header',
  ),
  ...of(
    'ignored-value',
    'proxy cacert cert key resolve connect-to interface limit-rate speed-time speed-limit noproxy',
  ),
}

const shortFlags: Readonly<Record<string, FlagMeaning>> = {
  H: 'header',
  d: 'data',
  F: 'form',
  X: 'method',
  u: 'user',
  b: 'user',
  ...of('ignored', 's S N L k i v f g 0 4 6 #'),
  ...of('ignored-value', 'o w A e m D x E'),
}

function longFlag(name: string): FlagMeaning | null {
  return Object.hasOwn(longFlags, name) ? (longFlags[name] ?? null) : null
}

function shortFlag(letter: string): FlagMeaning | null {
  return Object.hasOwn(shortFlags, letter) ? (shortFlags[letter] ?? null) : null
}

function of(meaning: FlagMeaning, names: string): Record<string, FlagMeaning> {
  return Object.fromEntries(names.split(' ').map(name => [name, meaning]))
}

interface CommandArguments {
  /** Words of the first command, unquoted. */
  readonly words: readonly string[]
  /** Names of shell variables, which stay unexpanded. */
  readonly variables: readonly string[]
  /** Quoting error; null if none. */
  readonly problem: string | null
}

/**
 * Splits a command like a POSIX shell, or like Windows' `cmd` if it has carets: quotes `'…'`, `"…"`, `$'…'`,
 * escapes and continued lines. It ends at the first pipe, semicolon, redirection or line end.
 */
export function splitCommandLine(text: string): CommandArguments {
  return splitPosix(isForCmd(text) ? withoutCarets(text) : text)
}

/** Carets continue lines, or, as browsers copy it, precede each quote from the first on. */
function isForCmd(text: string): boolean {
  return (/\^\r?\n/.test(text) && !/\\\r?\n/.test(text)) || /^[^'"]*\^"/.test(text)
}

function splitPosix(text: string): CommandArguments {
  const words: string[] = []
  const variables = new Set<string>()
  let word: string | null = null
  let rest = text.trimStart()
  while (rest !== '') {
    const { length, piece } = readQuoted(rest) ?? readPlain(rest)
    rest = rest.slice(length)
    if (piece === 'end') break
    if (piece === 'unclosed')
      return { words, variables: [...variables], problem: 'The command has an unclosed quote.' }
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

/** Content of a quote: `'…'`, `"…"` and bash's `$'…'` and `$"…"`; null if none starts here. */
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

// A loop, because a repeated group in a pattern overflows on megabytes of escapes.
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
  // A continued line; PowerShell uses a backtick.
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
      // Four digits may be a lone surrogate, as browsers write it.
      if (u !== undefined) return String.fromCharCode(Number.parseInt(u, 16))
      if (hex !== undefined) return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16)))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
      return ansiEscapes[plain ?? ''] ?? plain ?? ''
    },
  )
}

/** `cmd` escapes with a caret; before a line end it continues the line. */
function withoutCarets(text: string): string {
  return text.replace(/\^\r?\n[ \t]*/g, ' ').replace(/\^(.)/gs, '$1')
}

function variableNames(text: string): readonly string[] {
  return Array.from(text.matchAll(/\$\{?([A-Za-z_]\w*)/g), found => found[1] ?? '')
}

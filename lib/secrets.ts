/**
 * The formats of API keys and access tokens, and how a stream splits them: for all code that removes secrets from
 * text. Imports nothing.
 */

export interface KeyForm {
  readonly prefixes: readonly string[]
  /**
   * Those that are also a key directly after a letter or digit. Not `sk-` alone, which ends words such as `task-`,
   * nor a prefix that can occur in base64.
   */
  readonly inWord?: readonly string[]
  /** The characters after the prefix, as a character class of a regular expression. */
  readonly characters: string
  /**
   * Minimum number of characters that follow. A false positive does no harm in a log, but `sk-fading-circle` in
   * user content must stay.
   */
  readonly lengthMin: { readonly log: number; readonly content: number }
}

// Each is a key within a word, too.
const longPrefixes = [
  'gsk_',
  'hf_',
  'xai-',
  'jina_',
  'tvly-',
  'gho_',
  'ghp_',
  'ghr_',
  'ghs_',
  'ghu_',
  'github_pat_',
  'glpat-',
  'nvapi-',
  'pplx-',
  'tgp_v1_',
  'xoxa-',
  'xoxb-',
  'xoxe-',
  'xoxp-',
  'xoxr-',
  'xoxs-',
  'sk_live_',
  'sk_test_',
  'rk_live_',
  'rk_test_',
]

// Only those with capital letters can occur in standard base64.
export const keyForms: readonly KeyForm[] = [
  { prefixes: ['sxt_'], inWord: ['sxt_'], characters: String.raw`[\w-]`, lengthMin: { log: 8, content: 8 } },
  {
    prefixes: ['sk-', 'pa-', ...longPrefixes],
    inWord: ['sk-proj-', 'sk-ant-', 'sk-or-', 'sk-svcacct-', ...longPrefixes],
    characters: String.raw`[\w-]`,
    lengthMin: { log: 8, content: 16 },
  },
  { prefixes: ['AIza'], characters: String.raw`[\w-]`, lengthMin: { log: 8, content: 30 } },
  // Programs use these prefixes for other names too; only the length identifies a key.
  {
    prefixes: ['npm_', 'r8_'],
    inWord: ['npm_', 'r8_'],
    characters: '[A-Za-z0-9]',
    lengthMin: { log: 36, content: 36 },
  },
  { prefixes: ['AKIA', 'ASIA'], characters: '[A-Z0-9]', lengthMin: { log: 16, content: 16 } },
]

/**
 * Where a key can begin: at a word boundary, and in JSON also after an escape, because `\n` ends with a letter.
 */
export const keyStart = String.raw`(?<=\b|\\(?:[bfnrt]|u[\da-fA-F]{4}))`

/**
 * Source of a regular expression for keys of this format; its only group is the prefix.
 * @param quantifier number of characters that follow, such as `{8,}`
 */
export function toKeyPattern({ prefixes, inWord, characters }: KeyForm, quantifier: string): string {
  const any = prefixes.join('|')
  const start = inWord ? `(?:${keyStart}|${toWordStart(inWord)})` : keyStart
  // The prefix first: a regular expression would otherwise look back from every character.
  return `(?=${any})${start}(${any})${characters}${quantifier}`
}

/**
 * Where a key can begin within a word: not in a long run of characters, which is base64url, and only if it looks
 * random. Its beginning has capital and small letters, and digits or 30 characters without a separator.
 */
function toWordStart(prefixes: readonly string[]): string {
  const key = `(?:${prefixes.join('|')})`
  const has = (characters: string) => String.raw`(?=${key}[\w-]{0,40}${characters})`
  const random = String.raw`(?:${has('[A-Za-z0-9]{16}')}${has(String.raw`\d`)}|(?=${key}[A-Za-z0-9]{30}))`
  return String.raw`(?<=\w)(?<![\w-]{32})${has('[A-Z]')}${has('[a-z]')}${random}`
}

// Fields that arrive in pieces, of the OpenAI format and of Anthropic's.
const streamedNames = [
  'content',
  'reasoning_content',
  'arguments',
  'text',
  'thinking',
  'partial_json',
] as const

/**
 * Replaces text of a stream across its events: a model may emit a secret in pieces that do not look like one. If
 * the joined text of a field changes, it moves into the first piece.
 * @param events the JSON of the events, which may be truncated
 * @param replace receives the joined text, escaped as in JSON
 */
export function replaceInStream(
  events: readonly string[],
  replace: (text: string) => string,
): readonly string[] {
  return streamedNames.reduce((texts, name) => replaceJoined(texts, name, replace), events)
}

function replaceJoined(
  texts: readonly string[],
  name: string,
  replace: (text: string) => string,
): readonly string[] {
  const piece = new RegExp(`("${name}"\\s*:\\s*)"([^"\\\\]*(?:\\\\.[^"\\\\]*)*)("|\\\\?$)`, 'g')
  const said = texts.flatMap(text => [...text.matchAll(piece)].map(([, , value = '']) => value)).join('')
  const replaced = replace(said)
  if (replaced === said) return texts
  let first = true
  return texts.map(text =>
    text.replace(piece, (_, before: string, __, end: string) => {
      const value = first ? replaced : ''
      first = false
      return `${before}"${value}${end}`
    }),
  )
}

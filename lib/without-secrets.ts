// The forms in which keys are handed out, each after words without which it cannot occur: looking for a word in
// megabytes takes a fraction of what a pattern does. None of the prefixes can occur within standard base64. In a text of
// JSON a line begins after the letter of its escaped break.
const forms: readonly { readonly words: readonly string[]; readonly pattern: RegExp }[] = [
  { words: ['sxt_'], pattern: /(?<=\b|\\[nrt])sxt_[\w-]{8,}/g },
  {
    words: [
      'sk-',
      'gsk_',
      'hf_',
      'xai-',
      'ghp_',
      'gho_',
      'ghs_',
      'github_pat_',
      'glpat-',
      'jina_',
      'pa-',
      'tvly-',
      'xox',
      'k_live_',
    ],
    pattern:
      /(?<=\b|\\[nrt])(?:sk-|gsk_|hf_|xai-|gh[ops]_|github_pat_|glpat-|jina_|pa-|tvly-|xox[abeprs]-|[rs]k_live_)[\w-]{16,}/g,
  },
  { words: ['npm_', 'r8_'], pattern: /(?<=\b|\\[nrt])(?:npm|r8)_[A-Za-z0-9]{36,}/g },
  { words: ['AKIA', 'ASIA'], pattern: /(?<=\b|\\[nrt])A[KS]IA[A-Z0-9]{16}\b/g },
  { words: ['AIza'], pattern: /(?<=\b|\\[nrt])AIza[\w-]{30,}/g },
  { words: ['earer', 'EARER'], pattern: /(?<=(?:\b|\\[nrt])Bearer\s{1,4})[\w.~+/=-]{16,}/gi },
]

// Names of headers that carry a secret, wherever a value has them as keys.
const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api-key',
])

const headerInJson = new RegExp(`"(?:${[...secretHeaders].join('|')})"\\s{0,9}:`, 'i')

/**
 * A copy of plain data in which everything that looks like an API key is replaced, for what leaves memory: history,
 * links and exports.
 * @returns the copy, and how many secrets were taken out of it
 */
export function withoutSecrets<T>(value: T): { readonly value: T; readonly removed: number } {
  let removed = 0
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') return part.startsWith('data:') ? part : cleanText(part)
    if (Array.isArray(part)) return part.map(clean)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([key, field]) => {
        if (typeof field !== 'string') return [key, clean(field)]
        // A request as it was sent: its headers for a page stand in a text of JSON.
        if (key === 'body' && headerInJson.test(field)) return [key, cleanText(cleanJson(field))]
        if (!secretHeaders.has(key.toLowerCase())) return [key, clean(field)]
        removed += 1
        return [key, placeholder]
      }),
    )
  }
  const cleanJson = (text: string): string => {
    try {
      return JSON.stringify(clean(JSON.parse(text)))
    } catch (error) {
      if (error instanceof SyntaxError) return text
      throw error
    }
  }
  const cleanText = (text: string): string =>
    forms.reduce((rest, { words, pattern }) => {
      if (!words.some(word => rest.includes(word))) return rest
      return rest.replace(pattern, () => {
        removed += 1
        return placeholder
      })
    }, text)
  return { value: clean(value) as T, removed }
}

const placeholder = '[key removed]'

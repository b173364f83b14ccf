// The forms in which keys are handed out, each after words without which it cannot occur: looking for a word in
// megabytes takes a fraction of what a pattern does. None of the prefixes can occur within standard base64.
const forms: readonly { readonly words: readonly string[]; readonly pattern: RegExp }[] = [
  { words: ['sxt_'], pattern: /\bsxt_[\w-]{8,}/g },
  {
    words: ['sk-', 'gsk_', 'hf_', 'xai-', 'ghp_', 'github_pat_', 'jina_', 'pa-'],
    pattern: /\b(?:sk-|gsk_|hf_|xai-|ghp_|github_pat_|jina_|pa-)[\w-]{16,}/g,
  },
  { words: ['AIza'], pattern: /\bAIza[\w-]{30,}/g },
  { words: ['earer', 'EARER'], pattern: /(?<=\bBearer\s{1,4})[\w.~+/=-]{16,}/gi },
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

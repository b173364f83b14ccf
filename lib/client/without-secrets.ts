// The forms in which keys are handed out; none of their prefixes can occur within standard base64.
const patterns: readonly RegExp[] = [
  /\bsxt_[\w-]{8,}/g,
  /\b(?:sk-|gsk_|hf_|xai-|ghp_|github_pat_|jina_|pa-)[\w-]{16,}/g,
  /\bAIza[\w-]{30,}/g,
  /(?<=\bBearer\s{1,4})[\w.~+/=-]{16,}/gi,
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
        if (!secretHeaders.has(key.toLowerCase()) || typeof field !== 'string') return [key, clean(field)]
        removed += 1
        return [key, placeholder]
      }),
    )
  }
  const cleanText = (text: string): string =>
    patterns.reduce(
      (rest, pattern) =>
        rest.replace(pattern, found => {
          // A reference to a variable, or what an earlier pass left, is not a secret.
          if (found.includes(placeholder)) return found
          removed += 1
          return placeholder
        }),
      text,
    )
  return { value: clean(value) as T, removed }
}

const placeholder = '[key removed]'

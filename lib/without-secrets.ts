import { keyForms, keyStart, replaceInStream, toKeyPattern } from './secrets.ts'

// Each with the literals it requires: a literal search in megabytes of text is far cheaper than the pattern.
const forms: readonly { readonly words: readonly string[]; readonly pattern: RegExp }[] = [
  ...keyForms.map(form => ({
    words: form.prefixes,
    pattern: new RegExp(toKeyPattern(form, `{${form.lengthMin.content},}`), 'g'),
  })),
  {
    words: ['earer', 'EARER'],
    pattern: new RegExp(String.raw`(?<=${keyStart}Bearer\s{1,4})[\w.~+/=-]{16,}`, 'gi'),
  },
]

// Headers that carry a secret, wherever they occur as keys.
const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'api-key',
])

// Base64 may contain what looks like a key. Text that only begins with `data:`, such as an event of a stream, is no file.
const file = /^data:[^,\s]{0,200};base64,[A-Za-z0-9+/=]*$/i

const headerInJson = new RegExp(`"(?:${[...secretHeaders].join('|')})"\\s{0,9}:`, 'i')

/**
 * A copy of plain data with everything that looks like an API key replaced, for data that leaves memory: history,
 * links and exports.
 * @returns the copy and the number of removed secrets
 */
export function withoutSecrets<T>(value: T): { readonly value: T; readonly removed: number } {
  let removed = 0
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') return file.test(part) ? part : cleanText(part)
    if (Array.isArray(part)) return (part.some(isEvent) ? cleanEvents(part) : part).map(clean)
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) return part
    return Object.fromEntries(
      Object.entries(part).map(([key, field]) => {
        if (typeof field !== 'string') return [key, clean(field)]
        // A request as sent: its headers for a page are inside a JSON string.
        if (key === 'body' && headerInJson.test(field)) return [key, cleanText(cleanJson(field))]
        if (!secretHeaders.has(key.toLowerCase())) return [key, clean(field)]
        removed += 1
        return [key, placeholder]
      }),
    )
  }
  const cleanEvents = (parts: readonly unknown[]): readonly unknown[] => {
    const events = parts.filter(isEvent)
    const texts = replaceInStream(
      events.map(({ data }) => data),
      cleanText,
    )
    const cleaned = new Map(events.map((event, at) => [event, { ...event, data: texts[at] }]))
    return parts.map(each => cleaned.get(each as StreamEvent) ?? each)
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

interface StreamEvent {
  readonly data: string
}

function isEvent(part: unknown): part is StreamEvent {
  return typeof part === 'object' && part !== null && 'data' in part && typeof part.data === 'string'
}

const placeholder = '[key removed]'

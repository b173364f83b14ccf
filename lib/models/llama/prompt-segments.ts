export interface PromptSegment {
  readonly text: string
  /** Whether marks such as `<|im_end|>` in it are the template's own. */
  readonly marks: boolean
}

// From Unicode's private use area: no keyboard writes them, and the template passes them on.
const [before, after] = ['\uF8F0', '\uF8F1']
const markPattern = /<\|[^|<>\s]{1,60}\|>|[\uF8F0\uF8F1]/g

/**
 * Keeps users from ending their own turn: what looks like a mark in their text is replaced while the template is
 * rendered, and comes back afterwards as a segment that is read as plain text.
 */
export function createMarkGuard() {
  const hidden: string[] = []
  return {
    hide<T>(value: T): T {
      return mapStrings(value, text =>
        text.replace(markPattern, mark => `${before}${hidden.push(mark) - 1}${after}`),
      )
    },
    split(prompt: string): PromptSegment[] {
      return prompt
        .split(/(\uF8F0\d+\uF8F1)/)
        .map(text => {
          const number = /^\uF8F0(\d+)\uF8F1$/.exec(text)?.[1]
          return number === undefined
            ? { text, marks: true }
            : { text: hidden[Number(number)] ?? '', marks: false }
        })
        .filter(({ text }) => text !== '')
    },
  }
}

function mapStrings<T>(value: T, replace: (text: string) => string): T
function mapStrings(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map(item => mapStrings(item, replace))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, replace)]))
}

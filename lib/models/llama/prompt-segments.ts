export interface PromptSegment {
  readonly text: string
  /** Whether special tokens such as `<|im_end|>` in it come from the template. */
  readonly marks: boolean
}

// From Unicode's private use area: no keyboard types them, and templates pass them through.
const [before, after] = ['\uF8F0', '\uF8F1']
const markPattern = /<\|[^|<>\s]{1,60}\|>|[\uF8F0\uF8F1]/g

/**
 * Prevents users from ending their own turn: text that looks like a special token is replaced during rendering,
 * and restored afterwards as a segment of plain text.
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

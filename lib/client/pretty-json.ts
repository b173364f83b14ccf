import { readJson } from '#lib/read-json.ts'
const indent = '  '

/**
 * Formats JSON with one field per line, and number arrays such as vectors on a single line. Numbers and strings keep
 * their notation. Formatting stops at the maximum length, so that previewing megabytes is cheap.
 * @param lengthMax approximate maximum number of characters
 * @returns the unchanged text if it is not JSON
 */
export function prettyJson(text: string, lengthMax = Infinity): string {
  if (!isJson(text)) return text
  const parts: string[] = []
  let length = 0
  let depth = 0
  let at = 0
  const put = (part: string) => {
    parts.push(part)
    length += part.length
  }
  const newLine = () => put(`\n${indent.repeat(depth)}`)

  while (at < text.length && length < lengthMax) {
    const character = text[at] ?? ''
    const end = endOfToken(text, at, lengthMax)
    const token = text.slice(at, end)
    at = end
    switch (character) {
      case '{':
      case '[': {
        // A token of several characters: an empty pair or a number array.
        put(token.length === 1 ? token : onOneLine(token))
        if (token.length > 1) break
        depth += 1
        newLine()
        break
      }
      case '}':
      case ']':
        depth -= 1
        newLine()
        put(character)
        break
      case ',':
        put(character)
        newLine()
        break
      case ':':
        put(': ')
        break
      case ' ':
      case '\n':
      case '\r':
      case '\t':
        break
      default:
        put(token)
    }
  }
  return parts.join('')
}

const checkedLengthMax = 200_000

// A larger text counts as JSON by its first character: parsing all of it is the cost to avoid.
function isJson(text: string): boolean {
  if (text.length > checkedLengthMax) return /^\s*[{[]/.test(text)
  return readJson(text) !== undefined
}

const emptyPair = /\{\s*\}|\[\s*\]/y
const bareWord = /[^\s,:[\]{}"]+/y

function endOfToken(text: string, start: number, lengthMax: number): number {
  switch (text[start] ?? '') {
    case '"':
      return endOfString(text, start)
    case '{':
    case '[':
      return matchEnd(emptyPair, text, start) ?? endOfNumbers(text, start, lengthMax) ?? start + 1
    case '}':
    case ']':
    case ',':
    case ':':
      return start + 1
    default:
      return matchEnd(bareWord, text, start) ?? start + 1
  }
}

function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0
    while (text[quote - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return quote + 1
  }
  return text.length
}

/** The end of a number array, or of the wanted part of a long one; null for any other value. */
function endOfNumbers(text: string, start: number, lengthMax: number): number | null {
  const close = text.indexOf(']', start)
  const end = Math.min(close === -1 ? text.length : close + 1, start + lengthMax)
  return /^\[[\d\s,.eE+-]+\]?$/.test(text.slice(start, end)) ? end : null
}

function onOneLine(numbers: string): string {
  return numbers.replace(/\s+/g, '').replaceAll(',', ', ')
}

function matchEnd(pattern: RegExp, text: string, start: number): number | null {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : null
}

// Bidirectional and invisible characters, which would affect neighboring text in a list.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]+/gu
const lengthMax = 300

/** A page title as one short line, without line breaks, invisible or bidirectional characters. */
export function toPlainTitle(text: string): string {
  // Truncated before cleaning, because a title can have megabytes.
  const words = text
    .slice(0, 4 * lengthMax)
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
    .trim()
  return words.length > lengthMax ? `${words.slice(0, lengthMax).trimEnd()}…` : words
}

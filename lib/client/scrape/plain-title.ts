// Marks that turn the direction of text round or cannot be seen: within a list they would change their neighbours.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]+/gu
const lengthMax = 300

/** A title of a page as one short line: without line breaks, invisible marks, and what turns text round. */
export function toPlainTitle(text: string): string {
  // Cut before it is cleaned, since a title may have megabytes.
  const words = text
    .slice(0, 4 * lengthMax)
    .replace(/\s+/g, ' ')
    .replace(invisible, '')
    .trim()
  return words.length > lengthMax ? `${words.slice(0, lengthMax).trimEnd()}…` : words
}

import type { Parser } from 'htmlparser2'

const sliceChars = 64 * 1024
// The parser's own list of open elements is moved with each of them: millions would hold it for hours.
const depthMax = 60_000

/** Gives a parser a whole page in pieces, and stops where elements are nested without end. */
export function feedParser(parser: Parser, html: string, depth: () => number): void {
  for (let at = 0; at < html.length && depth() <= depthMax; at += sliceChars) {
    parser.write(html.slice(at, at + sliceChars))
  }
  if (depth() <= depthMax) parser.end()
}

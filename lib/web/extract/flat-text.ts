import { Parser } from 'htmlparser2'

/** Elements without readable text. */
export const silentTags: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'head',
  'title',
])
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data dfn em font i kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)
const paragraphs: ReadonlySet<string> = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'table',
  'ul',
  'ol',
  'pre',
])

/** The text of a page parsed as a stream, for pages whose DOM would be too expensive. */
export function flatText(html: string): string {
  const parts: string[] = []
  let quiet = 0
  let depth = 0
  const around = (name: string): void => {
    if (quiet === 0 && !inline.has(name)) parts.push(paragraphs.has(name) ? '\n\n' : '\n')
  }
  const parser = new Parser({
    onopentagname(name) {
      depth++
      if (silentTags.has(name)) quiet++
      around(name)
    },
    ontext(text) {
      if (quiet === 0) parts.push(text.replace(/[\s--[\ufeff]]+/gv, ' '))
    },
    onclosetag(name) {
      depth--
      around(name)
      if (silentTags.has(name)) quiet--
    },
  })
  feedParser(parser, html, () => depth)
  return (
    parts
      .join('')
      // In sequence: a combined pattern would rescan each space of a run.
      .replace(/ {2,}/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}

const sliceChars = 64 * 1024
// The parser moves its list of open elements for each of them: millions would take hours.
const depthMax = 60_000

/** Feeds a page to a parser in pieces, and stops at excessive nesting. */
export function feedParser(parser: Parser, html: string, depth: () => number): void {
  for (let at = 0; at < html.length && depth() <= depthMax; at += sliceChars) {
    parser.write(html.slice(at, at + sliceChars))
  }
  if (depth() <= depthMax) parser.end()
}

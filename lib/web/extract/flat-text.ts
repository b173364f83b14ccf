import { readTags } from './read-tags.ts'

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
  const around = (name: string): void => {
    if (quiet === 0 && !inline.has(name)) parts.push(paragraphs.has(name) ? '\n\n' : '\n')
  }
  readTags(html, {
    onOpen(name) {
      if (silentTags.has(name)) quiet++
      around(name)
    },
    onText(text) {
      if (quiet === 0) parts.push(text.replace(/[\s--[\ufeff]]+/gv, ' '))
    },
    onClose(name) {
      around(name)
      if (silentTags.has(name)) quiet--
    },
  })
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

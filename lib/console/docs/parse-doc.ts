import path from 'node:path'
import type { DocSection } from '#lib/contracts/console/docs.ts'

/**
 * Cuts a page of the repository into sections, one per heading.
 * @param toPath path in the console of a file of the repository; null: the console does not show it
 * @returns at least one section; the first has the title
 */
export function parseDoc(
  file: string,
  markdown: string,
  toPath: (file: string) => string | null,
): readonly DocSection[] {
  const taken = new Set<string>()
  const text = markdown.replaceAll(/<!--[\s\S]*?-->\n?/g, '')
  return cutAtHeadings(text).map(({ depth, heading, body }) => ({
    depth,
    heading: toPlainHeading(heading),
    anchor: toAnchor(heading, taken),
    body: withConsoleLinks(file, body.trim(), toPath),
  }))
}

interface Cut {
  readonly depth: number
  readonly heading: string
  readonly body: string
}

function cutAtHeadings(text: string): readonly Cut[] {
  const cuts: { depth: number; heading: string; lines: string[] }[] = []
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1] ?? null
    if (fence === null) fence = mark
    else if (mark !== null && mark.startsWith(fence)) fence = null
    const [, marks, heading] = (fence === null && /^(#{1,6}) +(.+?)(?: +#+)? *$/.exec(line)) || []
    if (marks !== undefined && heading !== undefined) cuts.push({ depth: marks.length, heading, lines: [] })
    else cuts.at(-1)?.lines.push(line)
  }
  return cuts.map(({ depth, heading, lines }) => ({ depth, heading, body: lines.join('\n') }))
}

function toPlainHeading(heading: string): string {
  return heading.replaceAll(/\[([^\]]*)\](?:\([^)]*\))?/g, '$1').replaceAll(/\*\*|__/g, '')
}

/** As GitHub generates them, so that links of the files work in both. */
function toAnchor(heading: string, taken: Set<string>): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
  let unique = anchor
  for (let count = 1; taken.has(unique); count++) unique = `${anchor}-${count}`
  taken.add(unique)
  return unique
}

// A fenced block, inline code, an image or a link.
const codeImageOrLink =
  /^ {0,3}```[\s\S]*?^ {0,3}```|`[^`\n]+`|!\[[^\]]*\]\([^)]*\)\n*|\[([^\]]*)\]\(([^)\s]+)\)/gm

/** Links to pages lead to the console; other files of the repository are named. Pictures are left out. */
function withConsoleLinks(file: string, body: string, toPath: (file: string) => string | null): string {
  return body.replaceAll(codeImageOrLink, (whole: string, text?: string, target?: string) => {
    if (whole.startsWith('![')) return ''
    if (text === undefined || target === undefined || /^(?:[a-z]+:|#)/.test(target)) return whole
    const [name = '', anchor] = target.split('#')
    const linked = path.posix.join(path.posix.dirname(file), name)
    const shown = toPath(linked)
    if (shown !== null) return `[${text}](${shown}${anchor === undefined ? '' : `#${anchor}`})`
    return text.replaceAll('`', '') === linked ? `\`${linked}\`` : `${text} (\`${linked}\`)`
  })
}

import { cleanText } from './clean-text.ts'
import type { PageMetadata } from './extraction.ts'
import { toWebAddress } from './web-address.ts'

/** What the head of a page said, not yet weighed. */
export interface HeadTexts {
  title: string
  heading: string
  language: string
  /** By lower-case name; the first of a name counts. */
  readonly metas: Map<string, string>
  canonical: string | null
}

const charsMax = 2000
const ogNames = {
  'og:title': 'ogTitle',
  'og:description': 'ogDescription',
  'og:url': 'ogUrl',
  'og:image': 'ogImage',
  'og:type': 'ogType',
  'og:locale': 'ogLocale',
  'og:site_name': 'ogSiteName',
} as const satisfies Record<string, `og${string}`>

/** The first that is there of each kind: its own element, then Open Graph, then what others use. */
export function toMetadata(head: HeadTexts, base: string): PageMetadata {
  const first = (...texts: (string | undefined)[]): string => texts.map(tidy).find(text => text !== '') ?? ''
  const meta = (...names: string[]): string => first(...names.map(name => head.metas.get(name)))
  const author = meta('author', 'article:author', 'parsely-author', 'dc.creator')
  const publishedTime = meta('article:published_time', 'date', 'dc.date', 'dcterms.created', 'pubdate')
  const canonical = head.canonical === null ? null : toWebAddress(head.canonical, base)
  const og = Object.entries(ogNames).map(([name, key]) => [key, meta(name)] as const)
  return {
    title: first(head.title, head.metas.get('og:title'), head.heading),
    description: meta('description', 'og:description', 'twitter:description'),
    language: first(head.language, head.metas.get('content-language'), head.metas.get('og:locale')),
    ...(author !== '' && { author }),
    ...(publishedTime !== '' && { publishedTime }),
    ...(canonical !== null && { canonical }),
    ...Object.fromEntries(
      og.filter(([, text]) => text !== '').map(([key, text]) => [key, whole(key, text, base)]),
    ),
  }
}

function whole(key: string, text: string, base: string): string {
  return key === 'ogImage' || key === 'ogUrl' ? (toWebAddress(text, base) ?? text) : text
}

function tidy(text: string | undefined): string {
  return cleanText(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, charsMax)
}

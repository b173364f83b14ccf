import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { type Item, maybe, readItems, readText } from '#lib/search-backends/read-items.ts'
import type { RawDocument } from '#lib/search-backends/search-backend.ts'
import { shorten } from '#lib/search-backends/shorten.ts'

/** @see https://api-dashboard.search.brave.com/app/documentation/web-search/get-started */
export const brave = defineBackend({
  id: 'brave',
  serves: { web: 2, videos: 6, images: 2, discussions: 2 },
  credentials: key => ({ 'x-subscription-token': key }),
  create,
})

function create({ connection }: BackendContext): BackendClient {
  return {
    async search({ query, kind, limit, language, site, signal }) {
      const q = shorten(site === undefined ? query : `site:${site} ${query}`, { words: 50 })
      const parameters = { q, search_lang: braveLanguage(language) }
      const ask = (path: string, countMax: number) =>
        connection.getJson(path, { ...parameters, count: Math.min(countMax, limit) }, { signal })
      if (kind === 'images')
        return { documents: readItems(await ask('/images/search', 50), 'results').map(toImage) }
      if (kind === 'videos')
        return { documents: readItems(await ask('/videos/search', 50), 'results').map(toPage) }
      return { documents: readItems(await ask('/web/search', 20), 'web', 'results').map(toPage) }
    },
  }
}

function toPage(result: Item): RawDocument {
  const more = Array.isArray(result['extra_snippets']) ? (result['extra_snippets'] as unknown[]) : []
  return {
    title: readText(result, 'title'),
    url: readText(result, 'url'),
    content: [readText(result, 'description'), ...more.filter(each => typeof each === 'string')].join(' '),
    ...maybe('published', readText(result, 'page_age') || readText(result, 'age')),
    ...maybe('image', readText(result, 'thumbnail', 'original') || readText(result, 'thumbnail', 'src')),
    ...maybe('thumbnail', readText(result, 'thumbnail', 'src')),
  }
}

function toImage(result: Item): RawDocument {
  return {
    title: readText(result, 'title'),
    url: readText(result, 'url'),
    content: readText(result, 'description'),
    ...maybe('image', readText(result, 'properties', 'url')),
    ...maybe('thumbnail', readText(result, 'thumbnail', 'src')),
  }
}

const known: ReadonlySet<string> = new Set(
  'ar bg bn ca cs da de el en es et eu fi fr gl gu he hi hr hu is it kn ko lt lv ml mr ms nb nl pa pl ro ru sk sl sr sv ta te th tr uk vi'.split(
    ' ',
  ),
)
const own: Readonly<Record<string, string>> = {
  ja: 'jp',
  no: 'nb',
  pt: 'pt-pt',
  'pt-br': 'pt-br',
  zh: 'zh-hans',
  'zh-hant': 'zh-hant',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
}

/** Brave's code of a language; undefined if unsupported: unknown codes get a 422. */
export function braveLanguage(language: string | undefined): string | undefined {
  const tag = language?.toLowerCase() ?? ''
  const [primary = ''] = tag.split('-', 1)
  return own[tag] ?? own[primary] ?? (known.has(primary) ? primary : undefined)
}

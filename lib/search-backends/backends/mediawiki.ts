import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { readNumber } from '#lib/providers/transport/json.ts'
import { readItems, readText } from '#lib/search-backends/read-items.ts'
import { SearchFault } from '#lib/search-backends/search-fault.ts'

const resultsMax = 20
const lagSecondsMax = 5

/** @see https://www.mediawiki.org/wiki/API:Search and API:Etiquette */
export const mediawiki = defineBackend({
  id: 'mediawiki',
  serves: { web: 1, math: 1 },
  baseUrl: 'https://en.wikipedia.org/w',
  rateLimit: { concurrency: 1, intervalMs: 0 },
  create,
})

function create({ connection, connect, ownAddress }: BackendContext): BackendClient {
  return {
    async search({ query, limit, language, signal }) {
      const wiki = ownAddress
        ? connection
        : connect(`https://${wikiLanguage(query, language)}.wikipedia.org/w`)
      const parameters = {
        action: 'query',
        format: 'json',
        formatversion: 2,
        generator: 'search',
        gsrsearch: query.slice(0, 300),
        gsrlimit: Math.min(resultsMax, limit),
        prop: 'extracts|info',
        exintro: 1,
        explaintext: 1,
        exlimit: resultsMax,
        exchars: 1200,
        inprop: 'url',
        maxlag: lagSecondsMax,
      }
      const value = await wiki.getJson('/api.php', parameters, { signal })
      const code = readText(value, 'error', 'code')
      if (code === 'maxlag') throw new SearchFault('rate_limited', 'its servers are lagging')
      if (code !== '') throw new SearchFault('error', 'it rejected the request')
      // Pages are keyed by number; `index` is their rank.
      const pages = readItems(value, 'query', 'pages').toSorted(
        (one, other) => (readNumber(one['index']) ?? 0) - (readNumber(other['index']) ?? 0),
      )
      const documents = pages.map(page => ({
        title: readText(page, 'title'),
        url: readText(page, 'fullurl'),
        content: readText(page, 'extract'),
      }))
      return { documents }
    },
  }
}

/** Larger Wikipedias. A URL built from a caller's language code must not lead to an arbitrary host. */
const wikis: ReadonlySet<string> = new Set(
  'ar az bg bn ca cs da de el en eo es et eu fa fi fr gl he hi hr hu hy id it ja ka kk ko lt lv mk ms nl nn no pl pt ro ru sh simple sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh'.split(
    ' ',
  ),
)
const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/[іїєґ]/iu, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/[پچژگ]/u, 'fa'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Bengali}/u, 'bn'],
  [/\p{Script=Tamil}/u, 'ta'],
  [/\p{Script=Telugu}/u, 'te'],
  [/\p{Script=Georgian}/u, 'ka'],
  [/\p{Script=Armenian}/u, 'hy'],
]

/** The Wikipedia to query: for the given language if it exists, else by the script of the query, else English. */
export function wikiLanguage(query: string, language: string | undefined): string {
  const named = language?.split('-', 1)[0]?.toLowerCase() ?? ''
  if (wikis.has(named)) return named
  return scripts.find(([script]) => script.test(query))?.[1] ?? 'en'
}

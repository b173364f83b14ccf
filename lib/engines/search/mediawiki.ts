import type { BackendContext } from './backend-context.ts'
import { readNumber } from '#lib/engines/json.ts'
import { readItems, readText } from './read-items.ts'
import type { SearchBackend } from './search-backend.ts'
import { SearchFault } from './search-fault.ts'
import { wikiLanguage } from './wiki-language.ts'

const resultsMax = 20
const lagSecondsMax = 5

/** @see https://www.mediawiki.org/wiki/API:Search and API:Etiquette */
export function createMediaWiki({ connection, connect, ownAddress }: BackendContext): SearchBackend {
  return {
    id: 'mediawiki',
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
      if (code === 'maxlag') throw new SearchFault('rate_limited', 'its servers are behind')
      if (code !== '') throw new SearchFault('error', 'it did not understand the request')
      // Pages come by number; `index` is their place in the results.
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

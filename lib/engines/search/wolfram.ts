import type { BackendContext } from './backend-context.ts'
import type { SearchBackend } from './search-backend.ts'
import { SearchFault } from './search-fault.ts'

const charsMax = 2000
const website = /^Wolfram\|Alpha website result for [^\n]*?:\s*(?<url>https:\/\/\S+)$/m
class NotUnderstood extends SearchFault {}
const meanings = { 501: () => new NotUnderstood('error', '501: it does not understand the query') }

/** @see https://products.wolframalpha.com/llm-api/documentation */
export function createWolfram({ connection, apiKey }: BackendContext): SearchBackend {
  return {
    id: 'wolfram',
    async search({ query, signal }) {
      try {
        const parameters = { appid: apiKey, input: query, maxchars: charsMax }
        const text = await connection.getText('/llm-api', parameters, { signal, meanings })
        if (text.trim() === '') throw new SearchFault('error', 'it sent an empty answer')
        const url =
          website.exec(text)?.groups?.['url'] ??
          `https://www.wolframalpha.com/input?i=${encodeURIComponent(query)}`
        return { documents: [], answers: [{ title: query, url, content: toAnswer(text) }] }
      } catch (error) {
        if (error instanceof NotUnderstood) return { documents: [] }
        throw error
      }
    },
  }
}

/** Pictures of formulas and the line about the website are nothing to read. */
function toAnswer(text: string): string {
  return text
    .split('\n')
    .filter(line => !/^(image: |Wolfram\|Alpha website result|https:)/.test(line.trim()))
    .join('\n')
}

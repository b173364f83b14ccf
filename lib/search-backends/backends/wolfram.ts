import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { SearchFault } from '#lib/search-backends/search-fault.ts'

const charsMax = 2000

const website = /^Wolfram\|Alpha website result for [^\n]*?:\s*(?<url>https:\/\/\S+)$/m

class NotUnderstood extends SearchFault {}

const meanings = { 501: () => new NotUnderstood('error', '501: query not understood') }

/** @see https://products.wolframalpha.com/llm-api/documentation */
export const wolfram = defineBackend({
  id: 'wolfram',
  serves: { math: 2 },
  create,
})

function create({ connection, apiKey }: BackendContext): BackendClient {
  return {
    async search({ query, signal }) {
      try {
        const parameters = { appid: apiKey, input: query, maxchars: charsMax }
        const text = await connection.getText('/llm-api', parameters, { signal, meanings })
        if (text.trim() === '') throw new SearchFault('error', 'empty response')
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

/** Drops formula images and the line about the website. */
function toAnswer(text: string): string {
  return text
    .split('\n')
    .filter(line => !/^(image: |Wolfram\|Alpha website result|https:)/.test(line.trim()))
    .join('\n')
}

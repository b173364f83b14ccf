import {
  type BackendClient,
  type BackendContext,
  defineBackend,
} from '#lib/search-backends/define-backend.ts'
import { type Item, maybe, readAmount, readItems, readText } from '#lib/search-backends/read-items.ts'
import type { BackendAnswer, RawDocument, SearchKind } from '#lib/search-backends/search-backend.ts'
import { SearchFault } from '#lib/search-backends/search-fault.ts'

const pathOf: Partial<Readonly<Record<SearchKind, string>>> = {
  images: '/images',
  videos: '/videos',
  academic: '/scholar',
}
const meanings = {
  400: () => new SearchFault('configuration', '400: out of credits, or invalid query'),
}

/** @see https://serper.dev */
export const serper = defineBackend({
  id: 'serper',
  serves: { web: 3, academic: 2, videos: 5, images: 3, discussions: 3 },
  credentials: key => ({ 'x-api-key': key }),
  // A credit for each ten results, but never more than two.
  unitsMax: 2,
  create,
})

function create({ connection }: BackendContext): BackendClient {
  return {
    async search({ query, kind, limit, language, site, signal }) {
      const path = pathOf[kind] ?? '/search'
      const [hl] = language?.toLowerCase().split('-', 1) ?? []
      const body = {
        q: site === undefined ? query : `site:${site} ${query}`,
        num: limit,
        ...(hl !== undefined && { hl }),
      }
      const value = await connection.postJson(path, body, { signal, meanings })
      return { ...readAnswer(value, path), credits: readAmount(value, 'credits') }
    },
  }
}

function readAnswer(value: unknown, path: string): BackendAnswer {
  if (path === '/images') return { documents: readItems(value, 'images').map(toPicture) }
  if (path === '/videos') return { documents: readItems(value, 'videos').map(toPicture) }
  return {
    documents: readItems(value, 'organic').map(toPage),
    answers: [...readAnswerBox(value), ...readKnowledge(value)],
    suggestions: readItems(value, 'relatedSearches').map(each => readText(each, 'query')),
  }
}

function toPage(result: Item): RawDocument {
  const year = result['year']
  return {
    title: readText(result, 'title'),
    url: readText(result, 'link'),
    content: readText(result, 'snippet'),
    ...maybe('published', readText(result, 'date') || (typeof year === 'number' ? String(year) : '')),
  }
}

function toPicture(result: Item): RawDocument {
  return {
    title: readText(result, 'title'),
    url: readText(result, 'link'),
    content: readText(result, 'snippet'),
    ...maybe('published', readText(result, 'date')),
    ...maybe('image', readText(result, 'imageUrl')),
    ...maybe('thumbnail', readText(result, 'thumbnailUrl')),
  }
}

function readAnswerBox(value: unknown): RawDocument[] {
  const text = readText(value, 'answerBox', 'answer') || readText(value, 'answerBox', 'snippet')
  if (text === '') return []
  const title = readText(value, 'answerBox', 'title')
  return [{ title, url: readText(value, 'answerBox', 'link'), content: text }]
}

function readKnowledge(value: unknown): RawDocument[] {
  const content = readText(value, 'knowledgeGraph', 'description')
  const url =
    readText(value, 'knowledgeGraph', 'descriptionLink') || readText(value, 'knowledgeGraph', 'website')
  return content === '' ? [] : [{ title: readText(value, 'knowledgeGraph', 'title'), url, content }]
}

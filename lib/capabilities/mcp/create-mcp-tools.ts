import type { z } from 'zod'
import type { Library } from '#lib/capabilities/library/create-library.ts'
import type { ModelList } from '#lib/capabilities/list-models.ts'
import type { Caller } from '#lib/capabilities/request-context.ts'
import type { Web } from '#lib/capabilities/web/web.ts'
import { libraryAddContract, librarySearchContract } from '#lib/contracts/api/library.ts'
import { mapContract } from '#lib/contracts/api/map.ts'
import {
  libraryHitsDefault,
  mapLinksDefault,
  type McpToolInput,
  type McpToolName,
  mcpTools,
  searchResultsDefault,
} from '#lib/contracts/api/mcp/mcp-tools.ts'
import { rerankContract } from '#lib/contracts/api/rerank.ts'
import type { ScrapeData } from '#lib/contracts/api/scrape.ts'
import { rawSearchContract } from '#lib/contracts/api/search/search-raw.ts'
import { ApiError } from '#lib/errors.ts'
import { createAiSearchTool } from './ai-search-tool.ts'
import { findDefaultModel } from './default-model.ts'
import { toLine, writeLongText } from './long-text.ts'
import { dataTool, type McpTool, requireWeb, textTool, type ToolCall } from './mcp-tool.ts'
import { createParseDocumentTool, type ParseDocumentDeps } from './parse-document-tool.ts'
import { readAnswer } from './read-answer.ts'
import type { ToolOperations } from './tool-operations.ts'

export interface McpToolDeps extends ParseDocumentDeps, ToolOperations {
  readonly web: Pick<Web, 'scrapeText' | 'map' | 'rawSearch' | 'answerOnly' | 'hasSearchBackends'>
  readonly library: Pick<Library, 'routes'>
  readonly models: ModelList
}

export interface McpTools {
  readonly all: Readonly<Record<McpToolName, McpTool>>
  /** The tools that this server has the models and search backends for, in the order of the list. */
  available(caller: Pick<Caller, 'allows'>): Promise<McpTool[]>
}

/** The tools of the MCP server. Each calls the operation of the API that it is named after. */
export function createMcpTools(deps: McpToolDeps): McpTools {
  const all = {
    scrape: createScrapeTool(deps),
    map: createMapTool(deps),
    search_web: createSearchTool(deps),
    ai_search: createAiSearchTool(deps.web),
    parse_document: createParseDocumentTool(deps),
    library_search: createLibrarySearchTool(deps),
    library_add: createLibraryAddTool(deps),
    rerank: createRerankTool(deps),
  } satisfies Record<McpToolName, McpTool>
  return {
    all,
    async available(caller) {
      const [chat, rerank] = await Promise.all([
        findDefaultModel(deps.models, 'chat', caller),
        findDefaultModel(deps.models, 'rerank', caller),
      ])
      const missing: readonly McpTool[] = [
        ...(deps.web.hasSearchBackends() ? [] : [all.search_web]),
        ...(chat === null ? [all.ai_search] : []),
        ...(rerank === null ? [all.rerank] : []),
      ]
      return Object.values(all).filter(tool => !missing.includes(tool))
    },
  }
}

const linksMax = 500
/** The first slice is fetched, and kept for the next ones: they belong to the same text. */
const fetchAnewMs = 1
const nextSliceMs = 600_000

function createScrapeTool({ web }: McpToolDeps): McpTool {
  return textTool(mcpTools.scrape, async ({ url, onlyMainContent, links, from, maxCharacters }, call) => {
    const formats: ('markdown' | 'links')[] = links === true ? ['markdown', 'links'] : ['markdown']
    const maxAge = from === undefined || from === 0 ? fetchAnewMs : nextSliceMs
    const page = await web.scrapeText({ url, onlyMainContent, formats, maxAge }, call.context)
    return writeLongText({
      head: headOf(page),
      text: `${page.markdown ?? ''}${links === true ? writeLinks(page.links ?? []) : ''}`,
      from,
      charsMax: maxCharacters,
    })
  })
}

function headOf({ metadata, warning }: ScrapeData): Record<string, string> {
  return {
    URL: metadata.url,
    Title: toLine(metadata.title),
    Status: `HTTP ${metadata.statusCode}`,
    Warning: toLine(warning ?? ''),
  }
}

function writeLinks(links: readonly string[]): string {
  const shown = links.slice(0, linksMax)
  const rest = links.length > shown.length ? `\n\n${links.length - shown.length} more links.` : ''
  return `\n\n## Links\n\n${shown.map(link => `- ${link}`).join('\n')}${rest}`
}

function createMapTool({ web }: McpToolDeps): McpTool {
  return dataTool(mcpTools.map, async ({ url, search, limit = mapLinksDefault }, { context }) => {
    const input = { url, search, limit, details: true }
    const { links, stopped } = await readAnswer(mapContract, web.map, input, context)
    return { data: { links, truncated: stopped !== undefined && stopped !== 'done' } }
  })
}

const descriptionCharsMax = 1000

function createSearchTool({ web }: McpToolDeps): McpTool {
  return dataTool(
    mcpTools.search_web,
    async ({ query, focus, language, limit = searchResultsDefault }, { context }) => {
      const params = { query, limit, focusMode: focus, language, library: false }
      const input = { model: 'search' as const, params }
      const { data } = await readAnswer(rawSearchContract, web.rawSearch, input, context)
      const results = data.results.slice(0, limit).map(({ url, title, content }) => ({
        url,
        title,
        description: content.slice(0, descriptionCharsMax),
      }))
      return { data: { results } }
    },
  )
}

function createLibrarySearchTool({ library }: McpToolDeps): McpTool {
  return dataTool(
    mcpTools.library_search,
    async ({ query, collections, limit = libraryHitsDefault }, { context }) => {
      const input = { query, collections, top_k: limit }
      const { data } = await readAnswer(librarySearchContract, library.routes.search, input, context)
      const items = new Map(data.map(({ item }) => [item.id, { id: item.id, title: item.title }]))
      const hits = data.map(({ item, content, from_page, score }) => ({
        item: item.id,
        title: item.title,
        ...(item.url !== undefined && { url: item.url }),
        page: from_page,
        text: content,
        score,
      }))
      return { data: { hits }, items: [...items.values()] }
    },
  )
}

function createLibraryAddTool(deps: McpToolDeps): McpTool {
  return dataTool(mcpTools.library_add, async (input, call) => {
    const { add, addOnce } = deps.library.routes
    const { url, text, collection } = input
    if (url !== undefined && text !== undefined) {
      throw new ApiError('invalid_value', "Send either 'url' or 'text', not both.", { param: 'text' })
    }
    const added =
      text === undefined
        ? await saveWith(add, { ...(await readPage(input, call, deps)), url, collection })
        : await saveWith(addOnce, { ...ownText(input), collection })
    return { data: { item: added.id, state: added.state }, items: [{ id: added.id, title: added.title }] }

    function saveWith(handler: typeof add, given: z.input<typeof libraryAddContract.input>) {
      return readAnswer(libraryAddContract, handler, given, call.context)
    }
  })
}

type AddInput = McpToolInput<'library_add'>

function ownText({ text, title }: AddInput): { title: string; text: string | undefined } {
  if (title !== undefined) return { title, text }
  const message = "Missing required parameter: 'title'. A text of your own needs one."
  throw new ApiError('missing_required_parameter', message, { param: 'title' })
}

const titleCharsMax = 500

async function readPage({ url, title }: AddInput, { context, allowsWeb }: ToolCall, { web }: McpToolDeps) {
  if (url === undefined) {
    const message = "Missing required parameter: 'url'. Send `url`, or `text` with `title`."
    throw new ApiError('missing_required_parameter', message, { param: 'url' })
  }
  requireWeb(allowsWeb)
  const page = await web.scrapeText({ url, library: false }, context)
  const { statusCode } = page.metadata
  if (statusCode >= 400) {
    const message = `The page was not saved: it returned HTTP ${statusCode}. Check the URL.`
    throw new ApiError('fetch_failed', message, { param: 'url' })
  }
  return { title: (title ?? page.metadata.title.slice(0, titleCharsMax)) || url, text: page.markdown ?? '' }
}

function createRerankTool({ rerank, models }: McpToolDeps): McpTool {
  return dataTool(mcpTools.rerank, async ({ query, documents, topN }, { context }) => {
    const model = await findDefaultModel(models, 'rerank', context.caller)
    if (model === null) {
      const message = 'This server has no rerank model that the key allows. The operator can add one.'
      throw new ApiError('model_not_found', message)
    }
    const input = { model, query, documents, top_n: topN, return_documents: false }
    const { results } = await readAnswer(rerankContract, rerank, input, context)
    return { data: { results: results.map(({ index, relevance_score: score }) => ({ index, score })) } }
  })
}

import type { Web } from '#lib/capabilities/web/web.ts'
import { mcpTools } from '#lib/contracts/api/mcp/mcp-tools.ts'
import type { SearchChunk, SearchSource } from '#lib/contracts/api/search/search.ts'
import { dataTool, type McpTool, type ToolCall } from './mcp-tool.ts'

/** Streams the search, so that each of its steps is progress. */
export function createAiSearchTool(web: Pick<Web, 'answerOnly'>): McpTool {
  return dataTool(mcpTools.ai_search, async ({ query, focus, mode, language }, call) => {
    const params = { query, focusMode: focus, optimizationMode: mode, language }
    const events = web.answerOnly(
      { model: 'sextant-ai-search', params, stream: true, details: true },
      call.context,
    )
    if (!(Symbol.asyncIterator in events)) throw new Error('the search does not stream')
    const found = new FoundAnswer(call)
    for await (const item of events) {
      if (item.kind === 'events') item.events.forEach(event => found.add(event))
    }
    return { data: found.toData() }
  })
}

class FoundAnswer {
  readonly #call: ToolCall
  #answer = ''
  #sources: readonly SearchSource[] = []
  #steps = 0

  constructor(call: ToolCall) {
    this.#call = call
  }

  add({ choices }: SearchChunk): void {
    for (const { delta } of choices) {
      this.#answer += delta.content ?? ''
      this.#sources = delta.sources ?? this.#sources
      for (const { name } of delta.details?.steps ?? []) {
        this.#call.report({ done: ++this.#steps, total: null, message: name })
      }
    }
  }

  toData() {
    const sources = this.#sources.map(({ pageContent, metadata }, index) => ({
      n: index + 1,
      url: metadata.url,
      title: metadata.title,
      quote: pageContent,
    }))
    return { answer: this.#answer, sources }
  }
}

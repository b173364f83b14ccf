import { equalJson } from '#components/chat/model/draft/reconcile-body.ts'
import { readTools, type ToolDraft } from '#components/chat/model/draft/tool-drafts.ts'
import type { JsonObject } from '#lib/client/json-value.ts'
import type { ToolCall } from '#lib/contracts/api/chat-message.ts'
import { isBuiltInName } from './tool-runs.ts'

export type BuiltInName = 'search_library' | 'search_web'

/** The tools that the console can run: the model gets them like any other tool. */
export const builtInTools = {
  search_library: toTool(
    'search_library',
    'Searches the team’s own documents and saved web pages by keyword and meaning, and returns the best passages. Use it for questions about the team’s documents, and cite the titles.',
    'Question or keywords, in the language of the documents.',
  ),
  search_web: toTool(
    'search_web',
    'Searches the web and returns titles, URLs and short excerpts. Use it for current events and for facts that you do not know, and cite the URLs.',
    'Search terms, as typed into a search engine.',
  ),
} as const satisfies Readonly<Record<BuiltInName, ToolDraft>>

/** The built-in tool that a request defines under a name; null for the user’s own tool of that name. */
export function findBuiltIn(params: JsonObject, name: string): BuiltInName | null {
  const tool = readTools(params).find(each => each.name === name)
  return tool && isBuiltIn(tool) ? (name as BuiltInName) : null
}

/** Whether a call is one of a built-in tool, also after its switch was turned off. */
export function isBuiltInCall(params: JsonObject, call: ToolCall): boolean {
  const tool = readTools(params).find(({ name }) => name === call.function.name)
  return isBuiltInName(call) && (tool === undefined || isBuiltIn(tool))
}

export function isBuiltIn(tool: ToolDraft): boolean {
  return Object.values(builtInTools).some(each => equalJson(each, tool))
}

function toTool(name: BuiltInName, description: string, queryDescription: string): ToolDraft {
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: queryDescription },
        limit: { type: 'integer', minimum: 1, maximum: 20, description: 'Number of results. Default: 5.' },
      },
      required: ['query'],
      additionalProperties: false,
    },
    strict: null,
    rest: {},
  }
}

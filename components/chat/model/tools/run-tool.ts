import type { ToolCall } from '#lib/contracts/api/chat-message.ts'
import { type JsonObject, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import type { Run } from '#lib/client/run.ts'
import { type StartRun, startRun } from '#lib/client/send.ts'
import { readJson } from '#lib/read-json.ts'
import { formatFailure } from '#components/playground/run/model/format-failure.ts'
import { type BuiltInName, findBuiltIn } from './built-in-tools.ts'
import { toLibraryResult, toWebResult } from './tool-results.ts'

export interface RunToolOptions {
  /** Position of the call in its answer. */
  readonly index: number
  readonly signal: AbortSignal
  /** Receives each change of the request. */
  readonly onRun: (run: Run) => void
  readonly send?: StartRun
}

// A model that calls in a loop would otherwise spend the budget of the search backends.
const callsMax = 10
const limitDefault = 5
const limitMax = 20

/** Request of each tool, and the text for the model from its response. */
const operations: Readonly<
  Record<
    BuiltInName,
    {
      readonly path: string
      readonly toBody: (query: string, limit: number) => object
      readonly toResult: (query: string, answer: JsonObject) => string
    }
  >
> = {
  search_library: {
    path: '/v1/library/search',
    toBody: (query, limit) => ({ query, top_k: limit }),
    toResult: toLibraryResult,
  },
  search_web: {
    path: '/v1/web',
    toBody: (query, limit) => ({ model: 'search', params: { query, limit, library: false } }),
    toResult: toWebResult,
  },
}

/**
 * Runs one call through the API.
 * @param params the request that defined the tools
 * @returns the text for the model, also when the search failed or was not run; null when it was stopped, or for another tool
 */
export async function runTool(
  { function: { name, arguments: given } }: ToolCall,
  params: JsonObject,
  { index, signal, onRun, send = startRun }: RunToolOptions,
): Promise<string | null> {
  const tool = findBuiltIn(params, name)
  if (tool === null) return null
  if (index >= callsMax) return `Not run: the limit is ${callsMax} calls per answer. Call again if necessary.`
  const { query: asked, limit } = toObject(readJson(given))
  const query = toText(asked)?.trim() ?? ''
  if (query === '') return `The search failed: the argument \`query\` is missing.`
  const { path, toBody, toResult } = operations[tool]
  const results = Math.min(limitMax, Math.max(1, Math.round(toNumber(limit) ?? limitDefault)))
  const handle = send({ path, body: JSON.stringify(toBody(query, results)), signal }, { onUpdate: onRun })
  onRun(handle.current())
  const run = await handle.finished
  onRun(run)
  if (run.state === 'done') return toResult(query, toObject(readJson(run.response?.body ?? '')))
  return run.state === 'failed' ? `The search failed: ${formatFailure(run.failure)}` : null
}

import type { ReceivedResponse, Run, RunUsage } from '#lib/client/run.ts'
import { responseUsage } from '#lib/client/api-format/response-usage.ts'
import { mergeMessageUsage, toChatUsage } from '#lib/client/api-format/message-usage.ts'
import { type JsonObject, toNumber, toObject } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'

/** Tokens counted by us. */
export type TokenEstimate = Pick<RunUsage, 'promptTokens' | 'completionTokens'>

export const unknownUsage: RunUsage = {
  promptTokens: null,
  completionTokens: null,
  cachedTokens: null,
  searchUnits: null,
  costUsd: null,
}

/** Estimated cost of the usage at the model's price, in US dollars; null while either is unknown. */
export function priceUsage(
  { promptTokens, completionTokens }: TokenEstimate,
  price: { readonly input: number; readonly output: number } | undefined,
): number | null {
  if (price === undefined || promptTokens === null || completionTokens === null) return null
  return (promptTokens * price.input + completionTokens * price.output) / 1_000_000
}

const known = new WeakMap<ReceivedResponse, RunUsage>()

/** Reads the usage of a plain response, or the last one of a stream. */
export function readRunUsage(run: Run): RunUsage {
  if (run.usage) return run.usage
  const { response } = run
  if (!response?.body) return readLast(run.events.toReversed().map(event => event.data))
  const before = known.get(response)
  if (before) return before
  const usage = readLast([shortenedTo(response.body) ?? response.body])
  known.set(response, usage)
  return usage
}

function readLast(bodies: readonly string[]): RunUsage {
  let ofMessage: JsonObject | null = null
  for (const body of bodies) {
    // Each event of a stream may carry `"usage":null`: parsing all of them on every frame would block the
    // page.
    if (!/"usage"\s*:\s*\{/.test(body)) continue
    const answer = toObject(readJson(body))
    const ofResponse = responseUsage(answer['usage'] ?? toObject(answer['response'])['usage'])
    if (ofResponse !== null) return toRunUsage({ ...ofResponse })
    if (isRecord(answer['usage']) && toNumber(answer['usage']['output_tokens']) === null)
      return toRunUsage(answer['usage'])
    const first = toObject(answer['message'])['usage']
    if (isRecord(answer['usage'])) ofMessage = answer['usage']
    // The first event of a Messages stream only estimates what its last one counts.
    if (ofMessage === null) continue
    const counted = toChatUsage(mergeMessageUsage(first, ofMessage))
    if (counted !== null) return toRunUsage(counted)
  }
  return unknownUsage
}

function toRunUsage(usage: JsonObject): RunUsage {
  return {
    promptTokens: toNumber(usage['prompt_tokens']),
    completionTokens: toNumber(usage['completion_tokens']),
    cachedTokens: toNumber(toObject(usage['prompt_tokens_details'])['cached_tokens']),
    searchUnits: toNumber(usage['search_units']),
    costUsd: toNumber(usage['cost']),
  }
}

const shortBytesMax = 100_000
const endBytes = 2000
const usageAtTheEnd = /"usage"\s*:\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})(?=[^{}[\]]*\}\s*$)/

/**
 * The usage alone, when it is at the end of a response with megabytes of vectors, so that those need not be
 * parsed. Null when the response is short, or in another order.
 */
function shortenedTo(body: string): string | null {
  if (body.length <= shortBytesMax) return null
  const found = usageAtTheEnd.exec(body.slice(-endBytes))?.[0]
  return found === undefined ? null : `{${found}}`
}

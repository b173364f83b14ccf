import type { ReceivedResponse, Run, RunUsage } from '#lib/client/run.ts'
import { readJson } from '#lib/read-json.ts'

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
  for (const body of bodies) {
    // Each event of a stream may carry `"usage":null`: parsing all of them on every frame would block the
    // page.
    if (!/"usage"\s*:\s*\{/.test(body)) continue
    const usage = field(readJson(body), 'usage')
    if (typeof usage !== 'object' || usage === null) continue
    return {
      promptTokens: number(field(usage, 'prompt_tokens')),
      completionTokens: number(field(usage, 'completion_tokens')),
      cachedTokens: number(field(field(usage, 'prompt_tokens_details'), 'cached_tokens')),
      searchUnits: number(field(usage, 'search_units')),
      costUsd: number(field(usage, 'cost')),
    }
  }
  return unknownUsage
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

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

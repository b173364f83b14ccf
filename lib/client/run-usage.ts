import type { Run } from './run.ts'

/** What the API itself said about tokens and cost; null is unknown and never shown as 0. */
export interface RunUsage {
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly cachedTokens: number | null
  readonly costUsd: number | null
}

/** Tokens counted by us. */
export type TokenEstimate = Pick<RunUsage, 'promptTokens' | 'completionTokens'>

const unknown: RunUsage = { promptTokens: null, completionTokens: null, cachedTokens: null, costUsd: null }

/** What the usage costs by a model's price, in US dollars; an estimate, and null while either is unknown. */
export function priceUsage(
  { promptTokens, completionTokens }: TokenEstimate,
  price: { readonly input: number; readonly output: number } | undefined,
): number | null {
  if (price === undefined || promptTokens === null || completionTokens === null) return null
  return (promptTokens * price.input + completionTokens * price.output) / 1_000_000
}

/** Reads the usage of a plain answer, or the last one of a stream. */
export function readRunUsage(run: Run): RunUsage {
  const bodies = run.response?.body ? [run.response.body] : run.events.toReversed().map(event => event.data)
  for (const body of bodies) {
    // Each event of a stream may carry `"usage":null`: parsing them all, frame by frame, would hold the page up.
    if (!/"usage"\s*:\s*\{/.test(body)) continue
    const usage = field(parse(body), 'usage')
    if (typeof usage !== 'object' || usage === null) continue
    return {
      promptTokens: number(field(usage, 'prompt_tokens')),
      completionTokens: number(field(usage, 'completion_tokens')),
      cachedTokens: number(field(field(usage, 'prompt_tokens_details'), 'cached_tokens')),
      costUsd: number(field(usage, 'cost')),
    }
  }
  return unknown
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

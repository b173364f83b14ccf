import type { Draft } from './draft.ts'

export interface Estimate {
  /** Tokens of the text, always shown with ≈. */
  readonly tokens: number
  /**
   * Tokens that must fit the context window at once: the whole input, or the longest text when each is read
   * separately.
   */
  readonly longestTokens: number
  /** Counted separately: the token cost of an image depends on the model. */
  readonly images: number
}

/** US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
}

/** Where the model's own ratio is unknown. */
export const defaultTokensPerByte = 1 / 4

/**
 * Estimates the cost of a draft before it is sent.
 * @param tokensPerByte the model's own ratio, as observed in its last run
 */
export function estimateDraft(
  { body }: Pick<Draft, 'body'>,
  tokensPerByte: number = defaultTokensPerByte,
): Estimate {
  const { bytes, tokens, images, longestBytes, longestTokens } = measure(body)
  return {
    tokens: Math.ceil(bytes * tokensPerByte) + tokens,
    longestTokens: Math.ceil(longestBytes * tokensPerByte) + longestTokens,
    images,
  }
}

/** Minimum US dollars for the prompt, and the maximum that the answer can add. */
export function estimateCostUsd(
  { tokens }: Pick<Estimate, 'tokens'>,
  price: Price,
  answerTokensMax: number | null,
): { readonly promptUsd: number; readonly answerUsdMax: number | null } {
  return {
    promptUsd: (tokens * price.input) / 1_000_000,
    answerUsdMax: answerTokensMax === null ? null : (answerTokensMax * price.output) / 1_000_000,
  }
}

/**
 * The ratio observed in a finished run; null when it is not meaningful, as with images or a request of a few
 * bytes.
 */
export function observedTokensPerByte({ body }: Pick<Draft, 'body'>, promptTokens: number): number | null {
  const { bytes, tokens, images } = measure(body)
  if (images > 0 || tokens > 0 || bytes < 40 || promptTokens < 1) return null
  return Math.min(2, promptTokens / bytes)
}

const encoder = new TextEncoder()
const promptFields = ['messages', 'tools', 'response_format'] as const

interface Measure {
  /** UTF-8 bytes of the model's input. */
  readonly bytes: number
  /** Input that is already tokens. */
  readonly tokens: number
  readonly images: number
  readonly longestBytes: number
  readonly longestTokens: number
}

// Computed on every render, and a batch can be megabytes.
const known = new WeakMap<Draft['body'], Measure>()

function measure(body: Draft['body']): Measure {
  const before = known.get(body)
  if (before) return before
  const measured = measureAnew(body)
  known.set(body, measured)
  return measured
}

/** Parameters do not count as tokens. */
function measureAnew(body: Draft['body']): Measure {
  const counter = { images: 0 }
  const prompt = promptFields.reduce((sum, field) => sum + countBytes(body[field], counter), 0)
  const query = countBytes(body['query'], counter)
  const documents = [body['documents'] ?? []].flat().map(document => countBytes(document, counter))
  // A list of numbers is one text.
  const inputs = isTokens(body['input']) ? [body['input']] : [body['input'] ?? []].flat()
  const counted = inputs.filter(isTokens).map(input => input.length)
  const texts = inputs.map(input => (isTokens(input) ? 0 : countBytes(input, counter)))
  return {
    bytes: prompt + query + sum(documents) + sum(texts),
    tokens: sum(counted),
    images: counter.images,
    longestBytes: prompt + query + longest([...documents, ...texts]),
    longestTokens: longest(counted),
  }
}

function isTokens(value: unknown): value is readonly number[] {
  return Array.isArray(value) && typeof value[0] === 'number'
}

function countBytes(value: unknown, counter: { images: number }): number {
  if (value === undefined) return 0
  if (typeof value === 'string') return encoder.encode(value).length
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length
  if ('type' in value && value.type === 'image_url') {
    counter.images += 1
    return 0
  }
  const entries = Array.isArray(value) ? value.map(item => ['', item] as const) : Object.entries(value)
  // Names and separators count too: about four bytes per field.
  return entries.reduce((total, [key, item]) => total + key.length + 4 + countBytes(item, counter), 0)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

// No spread into Math.max: a call has a maximum number of arguments.
function longest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}

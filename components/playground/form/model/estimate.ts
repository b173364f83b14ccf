import type { Draft } from './draft.ts'

export interface Estimate {
  /** Tokens of the text; always shown with ≈. */
  readonly tokens: number
  /**
   * Tokens of what has to fit the model's window at once: of all that is read, or of the longest text where each is
   * read alone.
   */
  readonly longestTokens: number
  /** Counted apart: what an image costs depends on the model. */
  readonly images: number
}

/** US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
}

const defaultTokensPerByte = 1 / 4

/**
 * Estimates what a draft costs before it is sent.
 * @param tokensPerByte the model's own ratio, as its last run showed it
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

/** US dollars that the prompt costs at least, and the most that the answer can add. */
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

/** The ratio that a finished run showed; null where it says nothing, as with images or a request of a few bytes. */
export function observedTokensPerByte({ body }: Pick<Draft, 'body'>, promptTokens: number): number | null {
  const { bytes, tokens, images } = measure(body)
  if (images > 0 || tokens > 0 || bytes < 40 || promptTokens < 1) return null
  return Math.min(2, promptTokens / bytes)
}

const encoder = new TextEncoder()
const promptFields = ['messages', 'tools', 'response_format'] as const

interface Measure {
  /** UTF-8 bytes of what a model reads. */
  readonly bytes: number
  /** Texts that are tokens already. */
  readonly tokens: number
  readonly images: number
  readonly longestBytes: number
  readonly longestTokens: number
}

// Asked at every draw; a batch has megabytes.
const known = new WeakMap<Draft['body'], Measure>()

function measure(body: Draft['body']): Measure {
  const before = known.get(body)
  if (before) return before
  const measured = measureAnew(body)
  known.set(body, measured)
  return measured
}

/** Parameters cost nothing. */
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
  // Names and separators are read too: about four bytes a field.
  return entries.reduce((total, [key, item]) => total + key.length + 4 + countBytes(item, counter), 0)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

// Not by spreading into Math.max: there may be more values than a call takes.
function longest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0)
}

import type { Draft } from './draft.ts'

export interface Estimate {
  /** Tokens of the text; always shown with ≈. */
  readonly tokens: number
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
export function estimateDraft(draft: Draft, tokensPerByte: number = defaultTokensPerByte): Estimate {
  const { bytes, images } = measure(draft.body)
  return { tokens: Math.ceil(bytes * tokensPerByte), images }
}

/** US dollars that the prompt costs at least, and the most that the answer can add. */
export function estimateCostUsd(
  { tokens }: Estimate,
  price: Price,
  answerTokensMax: number | null,
): { readonly promptUsd: number; readonly answerUsdMax: number | null } {
  return {
    promptUsd: (tokens * price.input) / 1_000_000,
    answerUsdMax: answerTokensMax === null ? null : (answerTokensMax * price.output) / 1_000_000,
  }
}

/** The ratio that a finished run showed; null where it says nothing, as with images or a request of a few bytes. */
export function observedTokensPerByte(draft: Draft, promptTokens: number): number | null {
  const { bytes, images } = measure(draft.body)
  if (images > 0 || bytes < 40 || promptTokens < 1) return null
  return Math.min(2, promptTokens / bytes)
}

const encoder = new TextEncoder()
const promptFields = ['messages', 'tools', 'input', 'query', 'documents', 'response_format'] as const

/** UTF-8 bytes of what a model reads, and its images; parameters cost nothing. */
function measure(body: Draft['body']): { bytes: number; images: number } {
  let images = 0
  const bytes = (value: unknown): number => {
    if (typeof value === 'string') return encoder.encode(value).length
    if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? '').length
    if ('type' in value && value.type === 'image_url') {
      images += 1
      return 0
    }
    const entries = Array.isArray(value) ? value.map(item => ['', item] as const) : Object.entries(value)
    // Names and separators are read too: about four bytes a field.
    return entries.reduce((sum, [key, item]) => sum + key.length + 4 + bytes(item), 0)
  }
  return { bytes: promptFields.reduce((sum, field) => sum + bytes(body[field]), 0), images }
}

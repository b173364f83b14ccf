import type { EmbedRequest } from '#lib/engines/embedding/embedding-model.ts'
import type { EmbeddingTarget } from '#lib/engines/embedding/embedding-target.ts'
import { countTokens } from './count-tokens.ts'

/** That of OpenAI's embedding models. */
export const inputVocabulary = 'cl100k'

/** Tokens of each input: exact of token ids, of texts a quick upper guess, UTF-8 bytes ÷ 3. */
export function guessEachInput({ inputs }: EmbedRequest): number[] {
  if (inputs.kind === 'tokens') return inputs.tokens.map(tokens => tokens.length)
  return inputs.texts.map(text => Math.ceil(Buffer.byteLength(text) / 3))
}

/** Tokens of each input that the model reads: where it cuts them itself, no more than its window. */
export function readMax({ truncate }: EmbedRequest, { contextWindow }: EmbeddingTarget): number {
  return truncate ? (contextWindow ?? Infinity) : Infinity
}

/** What the model reads of all inputs together, as a quick upper guess. */
export function guessInputTokens(request: EmbedRequest, target: EmbeddingTarget): number {
  const max = readMax(request, target)
  return guessEachInput(request).reduce((sum, tokens) => sum + Math.min(tokens, max), 0)
}

/** The same by the tokenizer: for billing where the upstream gave no usage. */
export async function countInputTokens(request: EmbedRequest, target: EmbeddingTarget): Promise<number> {
  const { inputs } = request
  if (inputs.kind === 'tokens') return guessInputTokens(request, target)
  const tokensMax = readMax(request, target)
  const counts = await Promise.all(
    inputs.texts.map(text => countTokens(text, { vocabulary: inputVocabulary, tokensMax })),
  )
  return counts.reduce((sum, tokens) => sum + Math.min(tokens, tokensMax), 0)
}

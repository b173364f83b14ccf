import { Worker } from 'node:worker_threads'
import type { TokenJob, TokenResult, Vocabulary } from './token-worker.ts'
import { WorkerCalls } from '#lib/worker-calls.ts'

/** Tokens of models with another vocabulary, at most, as a multiple of those counted here. */
const otherVocabularyShare = 1.1

export interface CountOptions {
  /** Default `o200k`. */
  readonly vocabulary?: Vocabulary
  /** Counting stops there; the result is then slightly above it. */
  readonly tokensMax?: number
}

const counter = new WorkerCalls<TokenJob, TokenResult>({
  start: () => new Worker(new URL('./token-worker.ts', import.meta.url)),
  // The vocabulary takes 80 MB, and 200 ms to load: it stays loaded while there are texts to count.
  idleMs: 10_000,
  stopped: 'The token counter stopped.',
})

/**
 * Tokens of a text by the vocabulary. A worker counts; it starts with the first text, because loading the
 * vocabulary takes 200 ms of CPU and most gateways never need it.
 * @throws Error when the worker crashed; the next text starts another
 */
export async function countTokens(text: string, options: CountOptions = {}): Promise<number> {
  return (await measure(text, options)).tokens
}

/** Loads the default vocabulary for a text that is on its way. */
export function prepareCounting(): void {
  // The count itself reports a failure.
  countTokens('').catch(() => undefined)
}

/**
 * More tokens than most models make of a text: by the vocabulary that makes more of it, with a tenth for others, and as
 * if each digit were a token. The vocabularies put up to three digits into one.
 */
export async function countTokensAtMost(text: string): Promise<number> {
  const counts = await Promise.all([countTokens(text), countTokens(text, { vocabulary: 'cl100k' })])
  const digits = text.match(/\d/g)?.length ?? 0
  return Math.ceil(Math.max(...counts) * otherVocabularyShare + (digits * 2) / 3)
}

/** The first `tokensMax` tokens of a text; the whole text if it is shorter. */
export async function cutToTokens(text: string, tokensMax: number, vocabulary?: Vocabulary): Promise<string> {
  const { tokens, length } = await measure(text, { tokensMax, ...(vocabulary && { vocabulary }) })
  return tokens > tokensMax ? text.slice(0, length) : text
}

/** The texts of lists of token IDs; null for a list with a number that the vocabulary lacks. */
export async function decodeTokens(
  lists: readonly (readonly number[])[],
  vocabulary: Vocabulary,
): Promise<readonly (string | null)[]> {
  const result = await counter.ask({ kind: 'decode', lists, vocabulary })
  if (result.kind === 'decode') return result.texts
  throw new Error('The token counter measured instead of decoding.')
}

async function measure(text: string, { vocabulary = 'o200k', tokensMax = Infinity }: CountOptions) {
  const result = await counter.ask({ kind: 'measure', text, vocabulary, tokensMax })
  if (result.kind === 'measure') return result
  throw new Error('The token counter decoded instead of measuring.')
}

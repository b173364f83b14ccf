import type { Batch } from './batch-report.ts'

/** The contract's limit; copied because the contract would bring the validator into the page. */
export const textsPerRequestMax = 2_048
/** The API accepts 300,000 tokens per request; the estimate may be up to a fifth too low. */
const estimatedTokensMax = 250_000
// A text of few letters, or of a script with one token per letter, has more tokens than bytes ÷ 4.
const tokensPerAsciiCharacter = 1 / 4
const tokensPerOtherCharacter = 1

/** Splits texts into requests within the API's limits: by number, and by estimated tokens. */
export function planBatches(texts: readonly string[], batchSize: number = textsPerRequestMax): Batch[] {
  const batches: Batch[] = []
  let start = 0
  let tokens = 0
  const close = (end: number) => {
    if (end > start) batches.push({ index: batches.length, start, end, tokens })
    start = end
    tokens = 0
  }
  texts.forEach((text, index) => {
    const more = estimateTokens(text)
    if (index - start === batchSize || tokens + more > estimatedTokensMax) close(index)
    tokens += more
  })
  close(texts.length)
  return batches
}

function estimateTokens(text: string): number {
  let tokens = 1
  for (let at = 0; at < text.length; at += 1) {
    tokens += text.charCodeAt(at) < 128 ? tokensPerAsciiCharacter : tokensPerOtherCharacter
  }
  return Math.ceil(tokens)
}

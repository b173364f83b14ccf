import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

export interface CountRequest {
  readonly id: number
  readonly text: string
}

export interface CountResult {
  readonly id: number
  readonly tokens: number
}

const sliceLength = 16_384
// 20,000 equal letters in a row take the tokenizer quadratic time.
const longRuns = /\p{L}{1000}/gu

parentPort?.on('message', ({ id, text }: CountRequest) => {
  void count(text).then(tokens => parentPort?.postMessage({ id, tokens } satisfies CountResult))
})

/** Exact but for the cuts between slices, after each of which shorter texts have their turn. */
async function count(text: string): Promise<number> {
  const cut = text.replace(longRuns, '$& ')
  let tokens = 0
  for (let at = 0; at < cut.length; at += sliceLength) {
    if (at > 0) await nextTurn()
    tokens += countTokens(cut.slice(at, at + sliceLength), { allowedSpecial: 'all' })
  }
  return tokens
}

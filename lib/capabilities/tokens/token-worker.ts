import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { textSlices } from './text-slices.ts'

/** `cl100k` is the vocabulary of OpenAI's embedding models, `o200k` that of its chat models. */
export type Vocabulary = 'o200k' | 'cl100k'

export interface TokenJob {
  readonly text: string
  readonly vocabulary: Vocabulary
  /** Token limit of the count. */
  readonly tokensMax: number
}

export interface TokenResult {
  readonly id: number
  /** Of the whole text, or a little over `tokensMax`. */
  readonly tokens: number
  /** UTF-16 units of the first `tokensMax` tokens: the truncation point. */
  readonly length: number
}

// Each takes 200 ms and 80 MB: only what is used is loaded.
const vocabularies = {
  o200k: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k: () => import('gpt-tokenizer/encoding/cl100k_base'),
} as const

parentPort?.on('message', (job: TokenJob & { readonly id: number }) => {
  void measure(job).then(result => parentPort?.postMessage({ id: job.id, ...result }))
})

/** Exact except at the cuts between slices. After each slice, shorter texts are counted. */
async function measure({ text, vocabulary, tokensMax }: TokenJob): Promise<Omit<TokenResult, 'id'>> {
  const { encode, decode } = await vocabularies[vocabulary]()
  let tokens = 0
  let length = 0
  for (const slice of textSlices(text)) {
    if (length > 0) await nextTurn()
    const encoded = encode(slice, { allowedSpecial: 'all' })
    if (tokens + encoded.length > tokensMax) {
      const kept = decode(encoded.slice(0, tokensMax - tokens))
      // A partial character decodes to a replacement character, which is not in the text.
      length += kept.replace(/\uFFFD+$/, '').length
      tokens += encoded.length
      break
    }
    tokens += encoded.length
    length += slice.length
  }
  return { tokens, length }
}

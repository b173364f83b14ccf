import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { textSlices } from './text-slices.ts'

/** `cl100k` is the vocabulary of OpenAI's embedding models, `o200k` that of its chat models. */
export type Vocabulary = 'o200k' | 'cl100k'

export type TokenJob = MeasureJob | DecodeJob

interface MeasureJob {
  readonly kind: 'measure'
  readonly text: string
  readonly vocabulary: Vocabulary
  /** Token limit of the count. */
  readonly tokensMax: number
}

interface DecodeJob {
  readonly kind: 'decode'
  /** Token IDs of each text. */
  readonly lists: readonly (readonly number[])[]
  readonly vocabulary: Vocabulary
}

export type TokenResult = { readonly id: number } & (Measured | Decoded)

interface Measured {
  readonly kind: 'measure'
  /** Of the whole text, or a little over `tokensMax`. */
  readonly tokens: number
  /** UTF-16 units of the first `tokensMax` tokens: the truncation point. */
  readonly length: number
}

interface Decoded {
  readonly kind: 'decode'
  /** Null: the list has a number that the vocabulary lacks. */
  readonly texts: readonly (string | null)[]
}

// Each takes 200 ms and 80 MB: only what is used is loaded.
const vocabularies = {
  o200k: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k: () => import('gpt-tokenizer/encoding/cl100k_base'),
} as const

parentPort?.on('message', (job: TokenJob & { readonly id: number }) => {
  const work = job.kind === 'measure' ? measure(job) : decodeLists(job)
  void work.then(result => parentPort?.postMessage({ id: job.id, ...result }))
})

/** Exact except at the cuts between slices. After each slice, shorter texts are counted. */
async function measure({ text, vocabulary, tokensMax }: MeasureJob): Promise<Measured> {
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
  return { kind: 'measure', tokens, length }
}

/** After each list, other jobs run. */
async function decodeLists({ lists, vocabulary }: DecodeJob): Promise<Decoded> {
  const { decode } = await vocabularies[vocabulary]()
  const texts: (string | null)[] = []
  for (const list of lists) {
    if (texts.length > 0) await nextTurn()
    texts.push(decodeOrNull(list, decode))
  }
  return { kind: 'decode', texts }
}

function decodeOrNull(list: readonly number[], decode: (tokens: number[]) => string): string | null {
  try {
    return decode([...list])
  } catch {
    // The library throws for a number that is not in the vocabulary.
    return null
  }
}

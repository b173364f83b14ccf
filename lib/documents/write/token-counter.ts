import { readFile } from 'node:fs/promises'
import type { TokenCounting } from '#lib/documents/options.ts'

/** Counts tokens like the default embedding model. */
export interface TokenCounter {
  /** Special tokens around each text. */
  readonly marks: number
  /** True without the model's own tokenizer. */
  readonly estimated: boolean
  /** Tokens of a text, without special tokens. */
  count(text: string): number
}

// A warm worker counts for many files.
const cached = new Map<string, Promise<TokenCounter>>()

/** Loaded on first use: the vocabulary takes time and memory. */
export async function loadTokenCounter(counting: TokenCounting): Promise<TokenCounter> {
  const key = counting.from === 'file' ? counting.path : counting.encoding
  const known = cached.get(key) ?? load(counting)
  cached.set(key, known)
  try {
    return await known
  } catch {
    // The file may be incomplete or of an unsupported type: the next job checks again.
    cached.delete(key)
    return await loadTokenCounter({ from: 'encoding', encoding: 'o200k_base', estimated: true })
  }
}

async function load(counting: TokenCounting): Promise<TokenCounter> {
  return counting.from === 'file' ? await loadFile(counting.path) : await loadEncoding(counting)
}

async function loadFile(path: string): Promise<TokenCounter> {
  const { Tokenizer } = await import('@huggingface/tokenizers')
  const file: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (typeof file !== 'object' || file === null) throw new Error('tokenizer.json does not contain an object')
  const tokenizer = new Tokenizer({ ...file, padding: null, truncation: null }, {})
  const options = { add_special_tokens: false }
  return toCounter(text => tokenizer.encode(text, options).ids.length, tokenizer.encode('').ids.length, false)
}

const encodings = {
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
} as const

async function loadEncoding({
  encoding,
  estimated,
}: Extract<TokenCounting, { from: 'encoding' }>): Promise<TokenCounter> {
  const { encode } = await encodings[encoding]()
  return toCounter(text => encode(text, { allowedSpecial: 'all' }).length, 0, estimated)
}

function toCounter(countSlice: (text: string) => number, marks: number, estimated: boolean): TokenCounter {
  return {
    marks,
    estimated,
    count(text) {
      let tokens = 0
      for (const slice of tokenSlices(text)) tokens += countSlice(slice)
      return tokens
    },
  }
}

const sliceLength = 16_384
// A run of 20,000 equal characters takes a tokenizer quadratic time, whether letters, spaces or symbols; 1000
// take 25 ms.
const runMax = 250
// Matched only where a run begins, because otherwise each of its characters would be a start.
const longRun = /(?<!\p{L})\p{L}{250}|(?<!\s)\s{250}|(?<![^\p{L}\p{N}\s])[^\p{L}\p{N}\s]{250}/u
const runs = /\p{L}+|\s+|[^\p{L}\p{N}\s]+/gu

/**
 * Splits a text into pieces that a tokenizer reads quickly, at white space if possible, never inside a character.
 */
function* tokenSlices(text: string): Generator<string> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = text.length - at <= sliceLength ? text.length : findEnd(text, at)
    const slice = at === 0 && end === text.length ? text : text.slice(at, end)
    if (longRun.test(slice)) yield* withoutLongRuns(slice)
    else yield slice
  }
}

function findEnd(text: string, start: number): number {
  const limit = start + sliceLength
  for (let end = limit; end > start; end--) if (/\s/.test(text.charAt(end))) return end
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
}

function* withoutLongRuns(slice: string): Generator<string> {
  let from = 0
  for (const { 0: run, index } of slice.matchAll(runs)) {
    for (let end = index + runMax; end <= index + run.length; end += runMax) {
      // Half a surrogate pair would count as another character.
      const cut = /[\uD800-\uDBFF]/.test(slice.charAt(end - 1)) ? end - 1 : end
      yield slice.slice(from, cut)
      from = cut
    }
  }
  if (from < slice.length) yield slice.slice(from)
}

import { readFile } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'
import { letOthersRun } from './let-others-run.ts'
import { toPieces } from './text-pieces.ts'
import type { TokenSequence } from './token-sequence.ts'

/** A model's tokenizer, for texts of any length. */
export interface TextTokens {
  /** Special tokens around one text, and around two; the rest of the context window is for the text. */
  readonly marks: { readonly single: number; readonly pair: number }
  /**
   * Token ids of a text, without special tokens.
   * @param max stop after about this many tokens: a result above `max` means that the text is longer
   */
  read(text: string, max: number): Promise<number[]>
  single(ids: readonly number[]): TokenSequence
  pair(first: readonly number[], second: readonly number[]): TokenSequence
}

/** @param path of a tokenizer.json */
export async function loadTextTokens(path: string): Promise<TextTokens> {
  const file: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (typeof file !== 'object' || file === null) throw new Error('tokenizer.json does not contain an object')
  // Some files pad or truncate on their own, to other lengths.
  const tokenizer = new Tokenizer({ ...file, padding: null, truncation: null }, {})
  const [start, end] = readMarks(tokenizer)
  return {
    marks: { single: 2, pair: 3 },
    async read(text, max) {
      const ids: number[] = []
      for (const piece of toPieces(text)) {
        await letOthersRun()
        for (const id of tokenizer.encode(piece, { add_special_tokens: false }).ids) ids.push(id)
        if (ids.length > max) break
      }
      return ids
    },
    single(ids) {
      const marked = Int32Array.of(start, ...ids, end)
      return { ids: marked, secondStart: marked.length }
    },
    pair: (first, second) => ({
      ids: Int32Array.of(start, ...first, end, ...second, end),
      secondStart: first.length + 2,
    }),
  }
}

function readMarks(tokenizer: Tokenizer): [start: number, end: number] {
  const [start, end, ...rest] = tokenizer.encode('').ids
  if (start === undefined || end === undefined || rest.length > 0)
    throw new Error('only tokenizers with one special token before and one after a text are supported')
  return [start, end]
}

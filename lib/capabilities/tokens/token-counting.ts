import { access } from 'node:fs/promises'
import type { TokenCounting } from '#lib/documents/options.ts'

export interface TokenCountingOptions {
  /** Public id of the default embedding model. */
  readonly model: string
  /** Its `tokenizer.json`; null: unavailable. */
  readonly tokenizerPath: string | null
}

/** Token counting of the default embedding model; an estimate where its tokenizer is unavailable. */
export function createTokenCounting({ model, tokenizerPath }: TokenCountingOptions) {
  return async (): Promise<TokenCounting> => {
    if (/(^|\/)text-embedding-(3-|ada)/.test(model)) {
      return { from: 'encoding', encoding: 'cl100k_base', estimated: false }
    }
    // It may still be downloading: the next file retries.
    if (tokenizerPath !== null && (await isThere(tokenizerPath))) return { from: 'file', path: tokenizerPath }
    return { from: 'encoding', encoding: 'o200k_base', estimated: true }
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}

import { access } from 'node:fs/promises'
import type { TokenCounting } from '#lib/documents/options.ts'

export interface TokenCountingOptions {
  /** Public id of the default embedding model. */
  readonly model: string
  /** Its `tokenizer.json`; null where there is none to read. */
  readonly tokenizerPath: string | null
}

/** How the default embedding model counts; an estimate where its tokenizer is not to be had. */
export function createTokenCounting({ model, tokenizerPath }: TokenCountingOptions) {
  return async (): Promise<TokenCounting> => {
    if (/(^|\/)text-embedding-(3-|ada)/.test(model)) {
      return { from: 'encoding', encoding: 'cl100k_base', estimated: false }
    }
    // It may still be on its way: the next file looks again.
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

import { cutToTokens } from './count-tokens.ts'

/** Documents of at most so many tokens each; the rest of a longer one is left out. */
export function cutDocuments(documents: readonly string[], tokensMax: number): Promise<string[]> {
  return Promise.all(
    documents.map(async document =>
      // Text is three bytes a token or more, but for rare scripts: most documents need no tokenizer.
      Buffer.byteLength(document) / 3 <= tokensMax ? document : cutToTokens(document, tokensMax),
    ),
  )
}

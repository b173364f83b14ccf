import type { Embedder } from '#lib/models/onnx/onnx-model.ts'
import type { BatchTicket } from '#lib/models/onnx/text-batches.ts'
import { toUnit } from '#lib/models/onnx/to-unit.ts'
import { toWindows } from '#lib/models/onnx/token-windows.ts'
import type { TokenSequence } from '#lib/models/onnx/token-sequence.ts'
import { hybridScore } from './hybrid-score.ts'
import { queryTooLong } from './query-too-long.ts'
import type { RankQuestion, Ranking } from './ranking.ts'
import { wordCoverage } from './word-coverage.ts'
import { readWords } from './words.ts'

/**
 * Scores each document by its vector's cosine with the query's and by the query's words in it. Of a document longer
 * than the embedder reads at once, the window that is nearest to the query counts.
 * @throws ApiError `context_length_exceeded` when the query alone fills the window
 */
export async function rankHybrid(
  embedder: Pick<Embedder, 'tokens' | 'batches' | 'entry'>,
  question: RankQuestion & { readonly similarityFloor: number },
  ticket: BatchTicket,
): Promise<Ranking> {
  const { query, documents, maxTokensPerDoc, similarityFloor } = question
  const asked = await readQuery(embedder, query)
  const windows = await readDocuments(embedder, question, ticket.signal)
  const sequences = [asked, ...windows.map(({ sequence }) => sequence)]
  const { vectors, queueMs } = await embedder.batches.run(sequences, ticket)
  const [queryVector = new Float32Array(), ...windowVectors] = vectors.map(toUnit)
  const cosines = documents.map(() => -1)
  for (const [index, { document }] of windows.entries())
    cosines[document] = Math.max(cosines[document] ?? -1, dot(queryVector, windowVectors[index]))
  const documentWords: string[][] = []
  for (const document of documents) {
    ticket.signal.throwIfAborted()
    // A word has at least one token: no more of a document is read here than there.
    documentWords.push(await readWords(document, maxTokensPerDoc))
  }
  // What the tokenizer leaves out may separate more words than there are tokens: each is looked for in every document.
  const words = wordCoverage(await readWords(query, embedder.entry.contextTokens), documentWords)
  return {
    scores: cosines.map((cosine, index) => hybridScore(cosine, words[index] ?? 0, similarityFloor)),
    tokens: sequences.reduce((sum, { ids }) => sum + ids.length, 0),
    queueMs,
  }
}

async function readQuery(
  { tokens, entry }: Pick<Embedder, 'tokens' | 'entry'>,
  query: string,
): Promise<TokenSequence> {
  const room = entry.contextTokens - tokens.marks.single
  const ids = await tokens.read(entry.prefixes.query + query, room)
  if (ids.length > room) throw queryTooLong(entry.id, room)
  return tokens.single(ids)
}

interface DocumentWindow {
  /** Position of the document. */
  readonly document: number
  readonly sequence: TokenSequence
}

async function readDocuments(
  { tokens, entry }: Pick<Embedder, 'tokens' | 'entry'>,
  { documents, maxTokensPerDoc }: RankQuestion,
  signal: AbortSignal,
): Promise<DocumentWindow[]> {
  const prefix = await tokens.read(entry.prefixes.passage, Infinity)
  const room = entry.contextTokens - tokens.marks.single - prefix.length
  const windows: DocumentWindow[] = []
  for (const [document, text] of documents.entries()) {
    signal.throwIfAborted()
    const ids = await tokens.read(text, maxTokensPerDoc)
    for (const window of toWindows(ids.slice(0, maxTokensPerDoc), room))
      windows.push({ document, sequence: tokens.single([...prefix, ...window]) })
  }
  return windows
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  return a.reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0)
}

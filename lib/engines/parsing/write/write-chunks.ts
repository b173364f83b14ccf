import { type Chunk, toChunks } from '#lib/engines/parsing/chunks.ts'
import type { Written } from '#lib/engines/parsing/options.ts'
import { loadTokenCounter } from './token-counter.ts'
import type { Answer } from './write-answer.ts'
import { writeList } from './write-list.ts'

/** `embeddings`: pieces that an embedding model reads whole. */
export async function writeChunks(answer: Answer): Promise<Written> {
  const { document, options } = answer
  const counter = await loadTokenCounter(options.tokens)
  const chunks = toChunks(document.blocks, {
    size: options.chunkSize,
    overlap: options.chunkOverlap,
    pageBased: options.pageBased,
    counter,
  })
  const places = chunks.flatMap((chunk, index) => chunk.places.map(place => ({ ...place, chunk: index })))
  await writeList(answer, {
    object: 'chunks',
    items: chunks.map(toItem),
    places,
    estimated: counter.estimated,
  })
  return { tokens: chunks.reduce((sum, { totalTokens }) => sum + totalTokens, 0), chunks: chunks.length }
}

function toItem({ content, totalTokens, fromPage, toPage, headings, slide, sheet }: Chunk): object {
  return {
    content,
    total_tokens: totalTokens,
    from_page: fromPage,
    to_page: toPage,
    headings,
    ...(slide !== undefined && { slide }),
    ...(sheet !== undefined && { sheet }),
  }
}

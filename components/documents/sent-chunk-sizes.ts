import { chunkTokens } from '#lib/client/documents/chunk-size.ts'
import type { DocumentRow } from '#lib/client/documents/document-row.ts'
import { toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'

/** The tokens of a chunk and those it repeats, as the chunks that are here were asked for. */
export function sentChunkSizes({ runs }: Pick<DocumentRow, 'runs'>): { size: number; overlap: number } {
  const sent = toObject(readJson(runs.embeddings?.request.body ?? ''))
  return { size: Number(sent['chunk_size'] || chunkTokens), overlap: Number(sent['chunk_overlap'] || 0) }
}

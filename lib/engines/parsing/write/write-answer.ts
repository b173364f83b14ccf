import { dirname } from 'node:path'
import type { ParsedDocument } from '#lib/engines/parsing/blocks.ts'
import type { ParseOptions, Written } from '#lib/engines/parsing/options.ts'
import { writeChunks } from './write-chunks.ts'
import { writeContent } from './write-content.ts'
import { writePages } from './write-pages.ts'

/** What every mode writes from. */
export interface Answer {
  readonly document: ParsedDocument
  readonly options: ParseOptions
  readonly bodyPath: string
  /** Holds the images whose bytes were asked for. */
  readonly folder: string
}

/** Writes the finished response body of a document. */
export async function writeAnswer(
  document: ParsedDocument,
  options: ParseOptions,
  bodyPath: string,
): Promise<Written> {
  const answer = { document, options, bodyPath, folder: dirname(bodyPath) }
  switch (options.mode) {
    case 'text':
    case 'markdown':
      return await writeContent(answer)
    case 'pages':
      return await writePages(answer)
    case 'embeddings':
      return await writeChunks(answer)
  }
}

import type { FormField, ParsedDocument } from '#lib/engines/parsing/blocks.ts'
import type { Place } from './render.ts'

/** A place in one of several contents. */
export interface ChunkPlace extends Place {
  /** Which chunk, from 0; absent where there is one content, or one for each page. */
  readonly chunk?: number
}

/** Where each block of an answer came from, and how it was read. */
export function toDetails(document: ParsedDocument, places: readonly ChunkPlace[]): object {
  const { charset, readings, removed, fields } = document
  return {
    blocks: places.map(toBlock),
    ...(charset !== undefined && { charset }),
    engines: readings,
    ...(removed !== undefined && { removed }),
    ...(fields !== undefined && { field_details: fields.map(toField) }),
  }
}

function toBlock({ block, chunk, start, end }: ChunkPlace): object {
  const { type, page = 1, slide, sheet, headings, box, confidence, origin, level, spans } = block
  return {
    type,
    ...(level !== undefined && { level }),
    page,
    ...(slide !== undefined && { slide }),
    ...(sheet !== undefined && { sheet }),
    headings,
    ...(box !== undefined && { box }),
    ...(spans !== undefined && { spans }),
    ...(chunk !== undefined && { chunk }),
    start,
    end,
    origin,
    ...(confidence !== undefined && { confidence }),
  }
}

function toField({ readOnly, ...field }: FormField): object {
  return { ...field, read_only: readOnly }
}

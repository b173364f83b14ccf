import { toList, toNumber, toText } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'

/** `x0, y0, x1, y1` from the top left of the page as displayed, 0 to 1. */
export type Box = readonly [number, number, number, number]

/** A piece of text and its position on the page. */
export interface DocumentBlock {
  readonly type: string
  readonly page: number
  readonly box: Box | null
  /** Index of the chunk or page that the offsets refer to. */
  readonly chunk: number | null
  readonly slide: number | null
  readonly sheet: string | null
  /** UTF-16 offsets into the content. */
  readonly start: number
  readonly end: number
  readonly origin: string
  /** 0 to 1, from OCR. */
  readonly confidence: number | null
}

/** A removed header or footer. */
export interface RemovedLine {
  readonly text: string
  readonly page: number | null
  readonly box: Box | null
}

export function readBlocks(value: unknown): readonly DocumentBlock[] {
  return toList(value)
    .filter(isRecord)
    .map(block => ({
      type: toText(block['type']) ?? 'paragraph',
      page: toNumber(block['page']) ?? 1,
      box: readBox(block['box']),
      chunk: toNumber(block['chunk']),
      slide: toNumber(block['slide']),
      sheet: toText(block['sheet']),
      start: toNumber(block['start']) ?? 0,
      end: toNumber(block['end']) ?? 0,
      origin: toText(block['origin']) ?? 'text',
      confidence: toNumber(block['confidence']),
    }))
}

/** Lines with their positions, or their texts alone. */
export function readRemoved(value: unknown): readonly RemovedLine[] {
  return toList(value).flatMap(line => {
    if (typeof line === 'string') return { text: line, page: null, box: null }
    if (!isRecord(line)) return []
    return { text: toText(line['text']) ?? '', page: toNumber(line['page']), box: readBox(line['box']) }
  })
}

function readBox(value: unknown): Box | null {
  const [x0, y0, x1, y1] = toList(value).map(toNumber)
  if (typeof x0 !== 'number' || typeof y0 !== 'number') return null
  return typeof x1 === 'number' && typeof y1 === 'number' ? [x0, y0, x1, y1] : null
}

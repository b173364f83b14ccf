import { type JsonObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { ReceivedResponse, Run } from '#lib/client/run.ts'
import { type DocumentBlock, readBlocks, type RemovedLine, readRemoved } from './views/read-blocks.ts'

export interface DocumentPage {
  readonly page: number
  readonly content: string
  readonly tokens: number | null
}

export interface DocumentChunk {
  readonly content: string
  readonly tokens: number
  readonly fromPage: number
  readonly toPage: number
  readonly headings: readonly string[]
  readonly slide: number | null
  readonly sheet: string | null
}

export interface DocumentWarning {
  readonly code: string
  readonly message: string
  readonly pages: readonly number[]
}

export interface DocumentField {
  readonly name: string
  readonly label: string
  readonly type: string | null
  readonly value: string | boolean | readonly string[] | null
  readonly page: number | null
}

export interface DocumentImage {
  readonly page: number
  readonly index: number
  readonly mime: string
  readonly width: number
  readonly height: number
  /** A data URL; only when requested. */
  readonly data: string | null
}

/** Seconds of a recording. */
export interface DocumentSegment {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Content of one response; null and empty lists: not requested or missing. */
export interface DocumentContent {
  /** Type of the document; null in modes whose response has none. */
  readonly type: string | null
  readonly text: string | null
  readonly pages: readonly DocumentPage[] | null
  readonly chunks: readonly DocumentChunk[] | null
  readonly fields: readonly DocumentField[]
  readonly images: readonly DocumentImage[]
  readonly segments: readonly DocumentSegment[]
  readonly warnings: readonly DocumentWarning[]
  readonly blocks: readonly DocumentBlock[]
  readonly removed: readonly RemovedLine[]
  readonly ocrPages: readonly number[]
  /** 0 to 1; null without OCR. */
  readonly ocrConfidence: number | null
}

const known = new WeakMap<ReceivedResponse, DocumentContent | null>()

/** The document in the response of a run; null without one. Parsed once and cached. */
export function readDocument({ response }: Pick<Run, 'response'>): DocumentContent | null {
  if (response === null || response.body === null) return null
  const before = known.get(response)
  if (before !== undefined) return before
  const content = readAnswer(readJson(response.body))
  known.set(response, content)
  return content
}

/** The same for a run that ended successfully. */
export function summariseDocument(run: Run): DocumentContent | null {
  return run.state === 'done' ? readDocument(run) : null
}

function readAnswer(answer: unknown): DocumentContent | null {
  if (!isRecord(answer)) return null
  const data = toObject(toObject(answer['data'])['data'])
  const text = answer['status'] === true ? toText(answer['content']) : null
  const pages = data['pages'] ?? answer['pages']
  const chunks = data['chunks']
  if (text === null && !Array.isArray(pages) && !Array.isArray(chunks)) return null
  const details = toObject(answer['details'])
  const ocr = toObject(answer['ocr'])
  return {
    type: text === null ? null : toText(answer['type']),
    text,
    pages: Array.isArray(pages) ? objectsOf(pages).map(toPage) : null,
    chunks: Array.isArray(chunks) ? objectsOf(chunks).map(toChunk) : null,
    fields: readFields(answer, details),
    images: objectsOf(answer['images']).map(toImage),
    segments: objectsOf(answer['segments']).map(toSegment),
    warnings: objectsOf(answer['warnings']).map(toWarning),
    blocks: readBlocks(details['blocks']),
    removed: readRemoved(details['removed'] ?? answer['removed']),
    ocrPages: numbersOf(ocr['pages']),
    ocrConfidence: toNumber(ocr['mean_confidence']),
  }
}

function toPage(page: JsonObject): DocumentPage {
  return {
    page: toNumber(page['page']) ?? 1,
    content: toText(page['content']) ?? '',
    tokens: toNumber(page['total_tokens']),
  }
}

function toChunk(chunk: JsonObject): DocumentChunk {
  const fromPage = toNumber(chunk['from_page']) ?? 1
  return {
    content: toText(chunk['content']) ?? '',
    tokens: toNumber(chunk['total_tokens']) ?? 0,
    fromPage,
    toPage: toNumber(chunk['to_page']) ?? fromPage,
    headings: toList(chunk['headings']).map(String),
    slide: toNumber(chunk['slide']),
    sheet: toText(chunk['sheet']),
  }
}

function toImage(image: JsonObject): DocumentImage {
  const data = toText(image['data'])
  return {
    page: toNumber(image['page']) ?? 1,
    index: toNumber(image['index']) ?? 0,
    mime: toText(image['mime']) ?? '',
    width: toNumber(image['width']) ?? 0,
    height: toNumber(image['height']) ?? 0,
    data: data?.startsWith('data:image/') ? data : null,
  }
}

function toSegment(segment: JsonObject): DocumentSegment {
  return {
    start: toNumber(segment['start']) ?? 0,
    end: toNumber(segment['end']) ?? 0,
    text: toText(segment['text']) ?? '',
  }
}

function toWarning(warning: JsonObject): DocumentWarning {
  return {
    code: toText(warning['code']) ?? 'warning',
    message: toText(warning['message']) ?? '',
    pages: numbersOf(warning['pages']),
  }
}

function readFields(answer: JsonObject, details: JsonObject): readonly DocumentField[] {
  const values = toObject(answer['fields'])
  const described = new Map(objectsOf(details['field_details']).map(field => [toText(field['name']), field]))
  return Object.entries(values).map(([name, value]) => {
    const field = described.get(name)
    return {
      name,
      label: toText(field?.['label']) || name,
      type: toText(field?.['type']),
      value: toFieldValue(value),
      page: toNumber(field?.['page']),
    }
  })
}

function toFieldValue(value: unknown): DocumentField['value'] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}

function objectsOf(value: unknown): readonly JsonObject[] {
  return toList(value).filter(isRecord)
}

function numbersOf(value: unknown): readonly number[] {
  return toList(value).filter(item => typeof item === 'number')
}

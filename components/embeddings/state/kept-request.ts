import { isObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import type { Draft } from '#lib/client/draft.ts'
import type { TextRow } from '#lib/client/embeddings/text-row.ts'
import { readOrigin } from '#lib/client/parcel-origin.ts'
import { emptyRequest, fromDraft, toDraft, type EmbeddingsRequest } from './request.ts'
import { rowsOf, sourceOfRows, type TextSource } from './text-source.ts'

/** What is kept of a request beside its draft: a draft holds the first batch of the texts, and no groups. */
export interface KeptRequest {
  readonly draft: Draft
  readonly groups: readonly (string | null)[] | null
  /** All texts, where they are more than the draft holds and not too many to keep. */
  readonly texts: readonly string[] | null
  readonly total: number
  readonly label: string
}

const charactersKept = 1_000_000

export function keepRequest(request: EmbeddingsRequest): KeptRequest {
  const { rows } = rowsOf(request.source)
  const draft = toDraft(request, 'embeddings')
  const inDraft = toList(draft.body['input']).length
  const characters = rows.reduce((sum, row) => sum + row.text.length, 0)
  const keepsAll = rows.length > inDraft && characters <= charactersKept
  const kept = keepsAll ? rows : rows.slice(0, inDraft)
  return {
    draft,
    groups: kept.some(row => row.group !== null) ? kept.map(row => row.group) : null,
    texts: keepsAll ? rows.map(row => row.text) : null,
    total: rows.length,
    label: labelOf(request.source),
  }
}

/** The request as it was; null where nothing of the kind is kept. */
export function readKeptRequest(value: unknown): EmbeddingsRequest | null {
  const { draft, groups, texts, total, label } = toObject(value)
  if (!isObject(draft) || !isObject(draft['body'])) return null
  const others = toList(draft['others']).filter(isObject)
  const origin = readOrigin(draft['origin'])
  const request = fromDraft(emptyRequest, {
    contract: 'embeddings',
    body: draft['body'],
    ...(others.length > 0 && { others }),
    ...(origin !== null && { origin }),
  })
  if (request.source.kind === 'raw') return request
  const given = toList(texts).length > 0 ? toList(texts) : rowsOf(request.source).rows.map(row => row.text)
  const rows = given.map((text, index): TextRow => ({
    text: String(text),
    group: toText(toList(groups)[index]),
    line: index + 1,
  }))
  if (rows.length === 0) return request
  const missing = (toNumber(total) ?? 0) - rows.length
  const name = toText(label) ?? 'From the request'
  return {
    ...request,
    source: sourceOfRows(rows, missing > 0 ? `The first of ${rows.length + missing} texts of ${name}` : name),
  }
}

function labelOf(source: TextSource): string {
  if (source.kind === 'file') return source.name
  return source.kind === 'list' ? source.label : 'From the request'
}

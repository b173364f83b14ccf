import type { Draft } from '#components/playground/form/model/draft.ts'
import { toList, toObject, toText } from '#lib/client/json-value.ts'
import { batchesOf, emptySource, rowsOf, sourceOfInput, type TextSource } from './text-source.ts'

/** The requests of the next run: all models get the first one's body, each with its own `model`. */
export interface EmbeddingsRequest {
  /** As sent, with the first batch of the texts as its `input`. */
  readonly body: Readonly<Record<string, unknown>>
  readonly source: TextSource
  /** The model to compare with; null: no comparison. */
  readonly second: string | null
  /** Origin of the texts when another playground sent them. */
  readonly origin?: Draft['origin']
}

export const emptyRequest: EmbeddingsRequest = { body: {}, source: emptySource, second: null }

// Above this size, vectors as decimal numbers would be tens of megabytes.
export const base64From = 200

/** Replaces the texts; many of them are visibly requested as base64, unless the user set another format. */
export function withSource(request: EmbeddingsRequest, source: TextSource): EmbeddingsRequest {
  const input = inputOf(source)
  const { input: _, ...rest } = request.body
  if (input === undefined) return { ...request, source, body: rest }
  const before = rowsOf(request.source).rows.length
  const asks = rowsOf(source).rows.length >= base64From && before < base64From
  const chosen = rest['encoding_format'] ?? rest['embedding_type']
  const body = { ...request.body, input, ...(asks && chosen === undefined && { encoding_format: 'base64' }) }
  return { ...request, source, body }
}

export function toDraft({ body, second, origin }: EmbeddingsRequest, contract: string): Draft {
  return {
    contract,
    body,
    ...(second !== null && { others: [{ ...body, model: second }] }),
    ...(origin && { origin }),
  }
}

/** Applies a draft from the form, the JSON view, an example, a link or the history. */
export function fromDraft(request: EmbeddingsRequest, draft: Draft): EmbeddingsRequest {
  const model = draft.others?.[0]?.['model']
  const second = typeof model === 'string' ? model : null
  const { body } = draft
  const same = sameInput(body['input'], request.body['input'])
  const groups = toList(toObject(draft.view)['groups']).map(toText)
  const source = same ? request.source : sourceOfInput(body['input'], request.source, groups)
  return { body, second, source, ...(draft.origin && { origin: draft.origin }) }
}

/** The models in the order of the plots; a second one that is not chosen yet is left out. */
export function modelsOf({ body, second }: EmbeddingsRequest): readonly string[] {
  const first = typeof body['model'] === 'string' ? body['model'] : ''
  return second ? [first, second] : [first]
}

function inputOf(source: TextSource): unknown {
  if (source.kind === 'raw') return source.input
  const [first] = batchesOf(source)
  return (
    first &&
    rowsOf(source)
      .rows.slice(0, first.end)
      .map(row => row.text)
  )
}

function sameInput(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
  return a.every((item, index) => item === b[index])
}

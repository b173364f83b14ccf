import { isRecord, readNumber, readString } from './json.ts'
import type { ListedModel } from './listed-model.ts'
import { readModelKind } from './read-model-kind.ts'
import { readBody } from './read-body.ts'
import { toUpstreamError, UpstreamError } from './upstream-error.ts'
import type { UpstreamRequest, UpstreamTarget } from './upstream-request.ts'

const listMs = 3000
const listBytesMax = 8 * 1024 * 1024
// Ten times what the largest provider lists: each is looked at for every list of ours, and named on a page.
const modelsMax = 5000
const idCharsMax = 256

export interface ListQuestion {
  readonly providerId: string
  readonly target: UpstreamTarget
  readonly request: UpstreamRequest
  readonly path: string
  readonly signal: AbortSignal
}

/**
 * The JSON that a provider answers with when it is asked for its models.
 * @throws ApiError when it cannot be had within 3 s
 */
export async function readJsonList({
  providerId,
  target,
  request,
  path,
  signal,
}: ListQuestion): Promise<unknown> {
  try {
    const timers = { connectMs: listMs, silenceMs: listMs, totalMs: listMs }
    const response = await request({ target, method: 'GET', path, signal, timers })
    const text = await readBody(response, listBytesMax)
    if (response.status !== 200) throw unusable(providerId, new Error(`status ${response.status}`))
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw unusable(providerId, error)
    throw toUpstreamError(error, { providerId })
  }
}

function unusable(providerId: string, cause: Error): UpstreamError {
  return new UpstreamError('upstream_error', `The provider \`${providerId}\` gave no model list.`, { cause })
}

/**
 * The entries of a list in the shapes in use: `{data: […]}`, `{models: […]}`, or the bare array. Of a longer list than
 * any provider has the first 5000; what no page could show as it is called is left out.
 */
export function readList(body: unknown): ListedModel[] {
  const entries = isRecord(body) ? (body['data'] ?? body['models']) : body
  return Array.isArray(entries) ? entries.slice(0, modelsMax).filter(isRecord).flatMap(readEntry) : []
}

// Controls, and what reads as another name than it is: marks of direction, joiners without width.
const unseen = /[\p{Cc}\p{Cf}]/u

function readEntry(entry: Record<string, unknown>): ListedModel[] {
  const id = (readString(entry['id']) ?? readString(entry['name']))?.replace(/^models\//, '')
  if (id === undefined || id === '' || id.length > idCharsMax || unseen.test(id)) return []
  const contextWindow =
    readNumber(entry['context_window']) ??
    readNumber(entry['context_length']) ??
    readNumber(entry['max_model_len']) ??
    readNumber(entry['max_context_length'])
  const dimensions = readNumber(entry['dimensions'])
  const adjustable = entry['dimensions_adjustable']
  const speed = readNumber(entry['prompt_tokens_per_second'])
  const floor = readNumber(entry['similarity_floor'])
  const input = readInput(entry)
  const state = states.find(known => known === entry['state'])
  const kind = readModelKind(entry, id)
  return [
    {
      id,
      ...(kind === null ? { kind: 'chat', kindGuessed: true } : { kind }),
      ...(contextWindow !== null && { contextWindow }),
      ...(dimensions !== null && { dimensions }),
      ...(typeof adjustable === 'boolean' && { dimensionsAdjustable: adjustable }),
      ...(speed !== null && { promptTokensPerSecond: speed }),
      ...(floor !== null && { similarityFloor: floor }),
      ...(input !== null && { input }),
      ...(state !== undefined && { state }),
    },
  ]
}

const states = ['ready', 'not_downloaded', 'downloading', 'not_configured'] as const
const inputs = ['text', 'image', 'audio'] as const

function readInput(entry: Record<string, unknown>): NonNullable<ListedModel['input']> | null {
  const architecture = isRecord(entry['architecture']) ? entry['architecture'] : {}
  const said = entry['input'] ?? entry['input_modalities'] ?? architecture['input_modalities']
  if (!Array.isArray(said)) return null
  return inputs.filter(kind => said.includes(kind))
}

import { isObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import { decodeFloats } from './decode-floats.ts'

export type VectorsRead =
  | {
      readonly status: 'read'
      readonly model: string | null
      readonly dimensions: number
      /** count × dimensions, in the order of the texts. */
      readonly values: Float32Array
      readonly tokens: number | null
    }
  /** The answer is not what was asked for; a whole sentence. */
  | { readonly status: 'wrong'; readonly reason: string }

/** The vectors of an answer of `/v1/embeddings`, as numbers or as base64, by their `index`. */
export function readVectors(body: string, count: number): VectorsRead {
  const answer = readJson(body)
  if (!isObject(answer)) return wrong('The answer is not JSON.')
  const data = toList(answer['data'])
  if (data.length !== count) return wrong(`The answer has ${data.length} vectors for ${count} texts.`)

  let values = new Float32Array(0)
  let dimensions = 0
  const seen = new Uint8Array(count)
  for (const item of data) {
    const { index, embedding } = toObject(item)
    const at = toNumber(index)
    if (at === null || !Number.isInteger(at) || at < 0 || at >= count || seen[at] === 1) {
      return wrong(
        `The answer gives a vector the index ${String(index)}, which is no text or was there already.`,
      )
    }
    const vector = decodeFloats(embedding)
    if (vector === null || vector.length === 0) return wrong(`Vector ${at} is neither numbers nor base64.`)
    if (dimensions === 0) {
      dimensions = vector.length
      values = new Float32Array(count * dimensions)
    }
    if (vector.length !== dimensions) {
      return wrong(`Vector ${at} has ${vector.length} dimensions, others have ${dimensions}.`)
    }
    seen[at] = 1
    values.set(vector, at * dimensions)
  }
  const tokens = toNumber(toObject(answer['usage'])['prompt_tokens'])
  return { status: 'read', model: toText(answer['model']), dimensions, values, tokens }
}

function wrong(reason: string): VectorsRead {
  return { status: 'wrong', reason }
}

import type { VectorsScript } from './script.ts'
import { normalise, wordVector } from './word-vectors.ts'

/** The fields of an embeddings request that scripts read. */
export interface EmbeddingsBody {
  readonly model?: string
  readonly input?: string | readonly (string | number | readonly number[])[]
  readonly dimensions?: number
  readonly encoding_format?: string
}

/** OpenAI's response to `POST /embeddings`, with the quirks and faults of the script. */
export function printEmbeddings(script: VectorsScript, body: EmbeddingsBody): string {
  const texts = textsOf(body.input)
  const native = script.dimensions ?? 8
  const deaf = script.ignores ?? []
  const wanted = deaf.includes('dimensions') ? native : Math.min(native, body.dimensions ?? native)
  const base64 = body.encoding_format === 'base64' && !deaf.includes('encoding_format')
  const items = texts.map((text, index) => {
    const vector = wordVector(text, native)
    const part = wanted === native ? vector : normalise(vector.slice(0, wanted))
    return { object: 'embedding', index, embedding: base64 ? toBase64(part) : part }
  })
  const tokens = Math.max(1, Math.ceil(texts.join('').length / 4))
  const answer = {
    object: 'list',
    data: spoil(script, items),
    model: body.model,
    ...(script.usage !== false && {
      usage: {
        prompt_tokens: tokens,
        total_tokens: tokens,
        ...(script.cost !== undefined && { cost: script.cost }),
      },
    }),
  }
  const text = JSON.stringify(answer)
  // How Python servers serialize the values of a failed model.
  return script.fault === 'nan' ? text.replace(/"embedding":\[[^,\]]+/, '"embedding":[NaN') : text
}

interface Item {
  readonly object: string
  readonly index: number
  readonly embedding: string | readonly number[]
}

function spoil({ fault, reversed }: VectorsScript, items: readonly Item[]): readonly Item[] {
  if (reversed === true) return items.toReversed()
  switch (fault) {
    case 'too-few':
      return items.slice(1)
    case 'too-many':
      return [...items, ...items.slice(0, 1).map(item => ({ ...item, index: items.length }))]
    case 'same-index':
      return items.map(item => ({ ...item, index: 0 }))
    case 'uneven':
      return items.map(item => (item.index === 0 ? item : { ...item, embedding: item.embedding.slice(4) }))
    case 'empty':
      return items.map(item => ({ ...item, embedding: [] }))
    case 'nan':
    case undefined:
      return items
    default:
      return fault satisfies never
  }
}

function textsOf(input: EmbeddingsBody['input']): string[] {
  if (typeof input === 'string') return [input]
  if (typeof input?.[0] === 'number') return [JSON.stringify(input)]
  return (input ?? []).map(each => (typeof each === 'string' ? each : JSON.stringify(each)))
}

function toBase64(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64')
}

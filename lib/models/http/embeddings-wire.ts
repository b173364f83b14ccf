import { setImmediate as nextTick } from 'node:timers/promises'
import { write, type Exchange } from './exchange.ts'

export interface EmbeddingsAnswer {
  readonly model: string
  readonly vectors: readonly Float32Array<ArrayBuffer>[]
  readonly encoding: 'float' | 'base64'
  readonly tokens: number
  readonly timing: string
}

// A megabyte of digits takes some 10 ms to write down: other calls go on in between.
const sliceVectors = 64

/** Writes the vectors in slices, as OpenAI's `POST /v1/embeddings` answers. */
export async function sendEmbeddings(exchange: Exchange, answer: EmbeddingsAnswer): Promise<void> {
  const { vectors, encoding, tokens, model, timing } = answer
  const toText = encoding === 'base64' ? toBase64 : toNumbers
  exchange.response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'server-timing': timing,
  })
  let text = '{"object":"list","data":['
  for (const [index, vector] of vectors.entries()) {
    text += `${index === 0 ? '' : ','}{"object":"embedding","index":${index},"embedding":${toText(vector)}}`
    if (index % sliceVectors !== sliceVectors - 1) continue
    await write(exchange, text)
    await nextTick()
    text = ''
  }
  const usage = { prompt_tokens: tokens, total_tokens: tokens }
  exchange.response.end(`${text}],"model":${JSON.stringify(model)},"usage":${JSON.stringify(usage)}}`)
}

function toBase64({ buffer, byteOffset, byteLength }: Float32Array<ArrayBuffer>): string {
  return `"${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}"`
}

/** Every digit of a float32 as a double, so that a reader gets the same bits as from base64. */
function toNumbers(vector: Float32Array): string {
  return `[${vector.join(',')}]`
}

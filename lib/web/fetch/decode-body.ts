import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { ApiError } from '#lib/errors.ts'
import type { ExchangeResponse } from './exchange-response.ts'
import { limitBytes } from '#lib/limit-bytes.ts'

const chainMax = 2

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/**
 * Decodes up to two content encodings; decoded bytes are limited, not encoded ones.
 * @throws ApiError `fetch_failed` above `bytesMax` or for an unknown or longer chain of encodings
 */
export async function* decodeBody(response: ExchangeResponse, bytesMax: number): AsyncGenerator<Buffer> {
  try {
    const chain = readChain(response)
    const raw = readParts(response)
    const parts = chain.length === 0 ? raw : decode(raw, chain)
    const tooLarge = () => new ApiError('fetch_failed', `The response exceeds ${bytesMax} bytes.`)
    yield* limitBytes(parts, bytesMax, tooLarge)
  } finally {
    response.abort()
  }
}

async function* readParts(response: ExchangeResponse): AsyncGenerator<Buffer> {
  for (let part = await response.read(); part !== null; part = await response.read()) yield part
}

function decode(raw: AsyncIterable<Buffer>, chain: readonly Transform[]): AsyncIterable<Buffer> {
  const stages = [Readable.from(raw), ...chain]
  // Errors reach the reader through the last stage, which `pipeline` destroys with them.
  return pipeline(stages, () => undefined) as unknown as AsyncIterable<Buffer>
}

function readChain(response: ExchangeResponse): Transform[] {
  const value = response.headers['content-encoding'] ?? ''
  const names = (typeof value === 'string' ? value : value.join(','))
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '' && name !== 'identity')
  if (names.length > chainMax)
    throw new ApiError('fetch_failed', 'The response has too many content encodings.')
  return names.toReversed().map(name => {
    const create = decoders[name]
    if (create === undefined)
      throw new ApiError('fetch_failed', 'The response has an unknown content encoding.')
    return create()
  })
}

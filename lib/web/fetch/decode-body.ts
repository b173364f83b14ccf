import { pipeline, Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createInflate, createZstdDecompress } from 'node:zlib'
import { ApiError } from '#lib/errors.ts'
import type { ExchangeResponse } from './exchange-response.ts'
import { gunzip } from './gunzip.ts'
import { limitBytes } from '#lib/limit-bytes.ts'

const chainMax = 2

type Decoder = (encoded: AsyncIterable<Buffer>) => AsyncIterable<Buffer>

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: encoded => pipe(encoded, createInflate()),
  br: encoded => pipe(encoded, createBrotliDecompress()),
  zstd: encoded => pipe(encoded, createZstdDecompress()),
}

/**
 * Decodes up to two content encodings; decoded bytes are limited, not encoded ones.
 * @throws ApiError `fetch_failed` above `bytesMax` or for an unknown or longer chain of encodings
 */
export async function* decodeBody(response: ExchangeResponse, bytesMax: number): AsyncGenerator<Buffer> {
  try {
    const chain = readChain(response)
    const parts = chain.reduce<AsyncIterable<Buffer>>(
      (encoded, decode) => decode(encoded),
      readParts(response),
    )
    const tooLarge = () => new ApiError('fetch_failed', `The response exceeds ${toSize(bytesMax)}.`)
    yield* limitBytes(parts, bytesMax, tooLarge)
  } finally {
    response.abort()
  }
}

function toSize(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024
  return mebibytes < 1 ? `${bytes} bytes` : `${Number(mebibytes.toFixed(1))} MiB`
}

async function* readParts(response: ExchangeResponse): AsyncGenerator<Buffer> {
  for (let part = await response.read(); part !== null; part = await response.read()) yield part
}

function readChain(response: ExchangeResponse): Decoder[] {
  const value = response.headers['content-encoding'] ?? ''
  const names = (typeof value === 'string' ? value : value.join(','))
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '' && name !== 'identity')
  if (names.length > chainMax)
    throw new ApiError('fetch_failed', 'The response has too many content encodings.')
  return names.toReversed().map(name => {
    const decoder = decoders[name]
    if (decoder === undefined)
      throw new ApiError('fetch_failed', 'The response has an unknown content encoding.')
    return decoder
  })
}

function pipe(encoded: AsyncIterable<Buffer>, decoder: Transform): AsyncIterable<Buffer> {
  // Errors reach the reader through the last stage, which `pipeline` destroys with them.
  return pipeline(Readable.from(encoded), decoder, () => undefined)
}

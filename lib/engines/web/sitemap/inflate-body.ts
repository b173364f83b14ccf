import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ApiError } from '#lib/errors.ts'

/**
 * The bytes of a body, unpacked when they are gzip whatever name or type say: a `.gz` may be plain, and an `.xml`
 * packed. What comes out is counted.
 * @throws ApiError `fetch_failed` above `bytesMax`
 */
export async function* inflateBody(body: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<Buffer> {
  const source = body[Symbol.asyncIterator]()
  try {
    let head = Buffer.alloc(0)
    while (head.length < 2) {
      const next = await source.next()
      if (next.done === true) break
      head = Buffer.concat([head, next.value])
    }
    const whole = rejoin(head, source)
    if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* whole
    let sizeBytes = 0
    for await (const bytes of gunzip(whole)) {
      sizeBytes += bytes.length
      if (sizeBytes > bytesMax)
        throw new ApiError('fetch_failed', `The sitemap is larger than ${bytesMax} bytes.`)
      yield bytes
    }
  } finally {
    await source.return?.()
  }
}

async function* rejoin(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
}

function gunzip(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // Errors reach the reader through the last stage, which `pipeline` destroys with them.
  return pipeline(Readable.from(source), createGunzip(), () => undefined)
}

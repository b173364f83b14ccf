import { constants, crc32, createInflateRaw } from 'node:zlib'
import { ApiError } from '#lib/errors.ts'

const trailerBytes = 8

/**
 * Decompresses gzip as it arrives. Bytes after its last member are ignored, as browsers do: `createGunzip` fails on
 * them, and loses its last output.
 * @throws ApiError `fetch_failed` for damaged or incomplete data, or the error of the source, after everything before
 * it
 */
export async function* gunzip(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = new GzipInput(source)
  try {
    if (!(await input.skipHeader())) throw failed('This is not gzip data.')
    do yield* inflateMember(input)
    while (await input.skipHeader())
  } finally {
    await input.close()
  }
}

async function* inflateMember(input: GzipInput): AsyncGenerator<Buffer> {
  // A stream that ends early must not discard its output.
  const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH })
  const fed = { bytes: 0, last: Buffer.alloc(0) as Buffer, failure: null as Error | null }
  const feed = async (): Promise<void> => {
    try {
      for (let bytes = await input.next(); bytes !== null; bytes = await input.next()) {
        const piece = bytes
        fed.bytes += piece.length
        fed.last = piece
        await new Promise<void>(resolve => void inflate.write(piece, () => resolve()))
        // Bytes that are left belong to the trailer.
        if (inflate.destroyed || inflate.bytesWritten < fed.bytes) return
      }
    } catch (error) {
      fed.failure = error instanceof Error ? error : new Error('The source failed.', { cause: error })
    }
    inflate.end()
  }
  void feed()
  let checksum = 0
  try {
    for await (const part of inflate as AsyncIterable<Buffer>) {
      checksum = crc32(part, checksum)
      yield part
    }
  } catch (error) {
    throw failed('The gzip data is damaged.', error)
  } finally {
    inflate.destroy()
  }
  if (fed.failure !== null) throw fed.failure
  input.putBack(fed.last.subarray(fed.last.length - (fed.bytes - inflate.bytesWritten)))
  const trailer = await input.take(trailerBytes)
  if (trailer === null) throw failed('The gzip data is incomplete.')
  if (trailer.readUInt32LE(0) !== checksum) throw failed('The gzip data is damaged.')
}

function failed(message: string, cause?: unknown): ApiError {
  return new ApiError('fetch_failed', message, { cause })
}

const hasExtra = 4
const hasName = 8
const hasComment = 16
const hasChecksum = 2

/** Compressed bytes, of which some can be put back. */
class GzipInput {
  readonly #iterator: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#iterator = source[Symbol.asyncIterator]()
  }

  /** The next bytes, at least one; null at the end. */
  async next(): Promise<Buffer | null> {
    if (this.#held.length > 0) {
      const held = this.#held
      this.#held = Buffer.alloc(0)
      return held
    }
    for (;;) {
      const { done, value } = await this.#iterator.next()
      if (done === true) return null
      if (value.length > 0) return value
    }
  }

  putBack(bytes: Buffer): void {
    // A body may have thousands of members: copied for each, it would take quadratic time.
    this.#held = this.#held.length === 0 ? bytes : Buffer.concat([bytes, this.#held])
  }

  /** This number of bytes; null if there are fewer. */
  async take(size: number): Promise<Buffer | null> {
    let taken: Buffer = Buffer.alloc(0)
    while (taken.length < size) {
      const bytes = await this.next()
      if (bytes === null) return null
      taken = taken.length === 0 ? bytes : Buffer.concat([taken, bytes])
    }
    this.putBack(taken.subarray(size))
    return taken.subarray(0, size)
  }

  /** @returns whether a member begins here */
  async skipHeader(): Promise<boolean> {
    const header = await this.take(10)
    if (header === null || header[0] !== 0x1f || header[1] !== 0x8b || header[2] !== 8) return false
    const flags = header[3] ?? 0
    if ((flags & hasExtra) !== 0) await this.take((await this.take(2))?.readUInt16LE(0) ?? 0)
    if ((flags & hasName) !== 0) await this.#skipText()
    if ((flags & hasComment) !== 0) await this.#skipText()
    if ((flags & hasChecksum) !== 0) await this.take(2)
    return true
  }

  async close(): Promise<void> {
    await this.#iterator.return?.()
  }

  /** Up to its zero. */
  async #skipText(): Promise<void> {
    for (let bytes = await this.next(); bytes !== null; bytes = await this.next()) {
      const end = bytes.indexOf(0)
      if (end !== -1) return this.putBack(bytes.subarray(end + 1))
    }
  }
}

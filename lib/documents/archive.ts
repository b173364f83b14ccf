import { crc32, inflateRawSync } from 'node:zlib'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import type { ParseLimits } from './limits.ts'
import { parseError } from './parse-error.ts'

/** A ZIP whose entries were all inflated once within the limits. */
export interface Archive {
  readonly names: readonly string[]
  has(name: string): boolean
  /** @throws ApiError `corrupt` if it is missing */
  read(name: string): Buffer
}

const encryptedFlag = 0x1
const stored = 0
const deflated = 8
const localHeaderBytes = 30
const archiveName = /\.(zip|7z|rar|jar|war|t?gz|tgz|bz2|xz|zst|tar|cab|iso)$/i

/**
 * Opens a ZIP. The central directory is checked first, then the actual bytes, because headers may be false.
 * @throws ApiError `archive_limit`, `encrypted`, `corrupt`
 */
export async function openArchive(bytes: Buffer, limits: ParseLimits): Promise<Archive> {
  const entries = await listEntries(withoutTail(bytes), limits)
  checkSizes(entries, bytes, limits)
  let inflated = 0
  for (const entry of entries) {
    inflated += inflate(bytes, entry).length
    if (inflated > limits.archiveBytes) throw tooLarge(limits)
  }
  const byName = new Map(entries.map(entry => [entry.fileName, entry]))
  return {
    names: [...byName.keys()],
    has: name => byName.has(name),
    read: name => {
      const entry = byName.get(name)
      if (entry === undefined) throw parseError('corrupt', `is damaged: \`${name}\` is missing.`)
      return inflate(bytes, entry)
    },
  }
}

const directoryEnd = Buffer.from('PK\u0005\u0006', 'latin1')
const directoryEndBytes = 22

/** Without bytes after the archive, which its own program ignores. */
function withoutTail(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(directoryEnd)
  if (at === -1 || at + directoryEndBytes > bytes.length) return bytes
  return bytes.subarray(0, at + directoryEndBytes + bytes.readUInt16LE(at + directoryEndBytes - 2))
}

async function listEntries(bytes: Buffer, limits: ParseLimits): Promise<Entry[]> {
  const zip = await openZip(bytes)
  if (zip.entryCount > limits.archiveEntries) throw tooMany(limits)
  return await new Promise((resolve, reject) => {
    const entries: Entry[] = []
    zip.on('entry', (entry: Entry) => {
      const refusal = refuseEntry(entry)
      if (refusal !== null) return reject(refusal)
      if (entries.push(entry) > limits.archiveEntries) return reject(tooMany(limits))
      zip.readEntry()
    })
    zip.once('end', () => resolve(entries.filter(entry => !entry.fileName.endsWith('/'))))
    zip.once('error', (error: Error) => {
      const outside = /relative path|absolute path|invalid characters/.test(error.message)
      reject(
        outside ? parseError('archive_limit', 'contains paths outside the archive.', error) : damaged(error),
      )
    })
    zip.readEntry()
  })
}

async function openZip(bytes: Buffer): Promise<ZipFile> {
  return await new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error === null) resolve(zip)
      else reject(damaged(error))
    })
  })
}

function refuseEntry(entry: Entry): Error | null {
  if ((entry.generalPurposeBitFlag & encryptedFlag) !== 0) {
    return parseError('encrypted', 'is encrypted. Save it without a password and send it again.')
  }
  if (archiveName.test(entry.fileName)) return parseError('archive_limit', 'contains another archive.')
  return null
}

function checkSizes(entries: readonly Entry[], bytes: Buffer, limits: ParseLimits): void {
  const inflated = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0)
  // Entries that share bytes would be inflated repeatedly.
  if (packed > bytes.length) throw parseError('archive_limit', 'is an archive with overlapping entries.')
  if (inflated > limits.archiveBytes) throw tooLarge(limits)
  if (inflated > limits.archiveRatioFromBytes && inflated / Math.max(1, packed) > limits.archiveRatio) {
    throw parseError('archive_limit', `unpacks to more than ${limits.archiveRatio} times its size.`)
  }
}

function inflate(bytes: Buffer, entry: Entry): Buffer {
  const at = entry.relativeOffsetOfLocalHeader
  if (at + localHeaderBytes > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) throw damaged()
  const start = at + localHeaderBytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const packed = bytes.subarray(start, start + entry.compressedSize)
  if (packed.length < entry.compressedSize) throw damaged()
  const data = unpack(packed, entry)
  if (data.length !== entry.uncompressedSize) {
    throw parseError('archive_limit', 'is an archive with false size headers.')
  }
  if (crc32(data) !== entry.crc32) throw damaged()
  return data
}

function unpack(packed: Buffer, entry: Entry): Buffer {
  if (entry.compressionMethod === stored) return packed
  if (entry.compressionMethod !== deflated) {
    throw parseError('corrupt', 'uses a compression method that office programs do not use.')
  }
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.uncompressedSize) })
  } catch (error) {
    const lies = error instanceof RangeError
    throw lies ? parseError('archive_limit', 'is an archive with false size headers.', error) : damaged(error)
  }
}

function tooMany({ archiveEntries }: ParseLimits): Error {
  return parseError('archive_limit', `is an archive with more than ${archiveEntries} files.`)
}

function tooLarge({ archiveBytes }: ParseLimits): Error {
  return parseError('archive_limit', `unpacks to more than ${Math.round(archiveBytes / 1e6)} MB.`)
}

function damaged(cause?: unknown): Error {
  return parseError(
    'corrupt',
    'is damaged or truncated. Open it in its original application and save it again.',
    cause,
  )
}

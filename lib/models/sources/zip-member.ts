import type { Readable } from 'node:stream'
import { openPromise } from 'yauzl'

/**
 * Streams one member of a zip archive.
 * @throws Error when the archive is damaged or has no such member
 */
export async function* readZipMember(archivePath: string, member: string): AsyncGenerator<Uint8Array> {
  const archive = await openPromise(archivePath, { lazyEntries: true, autoClose: false })
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== member) continue
      const stream: Readable = await archive.openReadStreamPromise(entry)
      for await (const bytes of stream) yield bytes
      return
    }
  } finally {
    archive.close()
  }
  throw new Error(`${archivePath} has no member ${member}`)
}

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Caller } from '#lib/capabilities/request-context.ts'
import { libraryTextBytesMax } from '#lib/contracts/api/library-item.ts'
import { joinPageParts } from '#lib/join-page-parts.ts'
import type { LibraryWriter } from './library-writer.ts'
import type { LibraryReceipt } from './library-receipt.ts'
import type { PageText } from './library-store.ts'

const headSchema = z.object({ sha256: z.string() })
const pageSchema = z.object({ page: z.int().min(1), content: z.string() })

// JSON escapes some characters: files that may contain a text within the limit are read, larger ones are not.
const fileBytesMax = 2 * libraryTextBytesMax

/**
 * Saves a document from the copy of its pages written next to the response; a failure does not affect the
 * response.
 * @param path lines of JSON: first the file's metadata, then its pages in parts
 */
export async function saveDocument(
  { path, name }: { readonly path: string; readonly name: string },
  collection: string,
  { teamId, userId: ownerId, keyId }: Pick<Caller, 'teamId' | 'userId' | 'keyId'>,
  { save, onFault }: LibraryWriter,
): Promise<LibraryReceipt> {
  try {
    if ((await stat(path)).size > fileBytesMax) return { kept: false, reason: 'too_large' }
    const { sha256, texts } = await readCopy(path)
    if (texts.every(({ content }) => content.trim() === '')) return { kept: false, reason: 'too_short' }
    const about = { ownerId, keyId, kind: 'document', title: name, url: null } as const
    return await save(teamId, { ...about, sha256, collection, texts })
  } catch (error) {
    onFault(error)
    return { kept: false, reason: 'failed' }
  }
}

async function readCopy(path: string): Promise<{ sha256: string; texts: readonly PageText[] }> {
  const texts: PageText[] = []
  let sha256: string | null = null
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const parsed: unknown = JSON.parse(line)
    if (sha256 === null) sha256 = headSchema.parse(parsed).sha256
    else texts.push(pageSchema.parse(parsed))
  }
  if (sha256 === null) throw new Error('The copy of the document is empty.')
  return { sha256, texts: joinPageParts(texts) }
}

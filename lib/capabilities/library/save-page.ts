import type { Caller } from '#lib/capabilities/request-context.ts'
import type { ScrapeData } from '#lib/contracts/api/scrape.ts'
import { toRoute } from '#lib/web/crawl/identity.ts'
import type { LibraryWriter } from './library-writer.ts'
import type { LibraryReceipt } from './library-receipt.ts'

const textCharsMin = 200

/** Saves a page; a failure does not affect the response. */
export async function savePage(
  { markdown = '', metadata }: ScrapeData,
  collection: string,
  { teamId, userId: ownerId, keyId }: Pick<Caller, 'teamId' | 'userId' | 'keyId'>,
  { save, onFault }: LibraryWriter,
): Promise<LibraryReceipt> {
  if (metadata.statusCode < 200 || metadata.statusCode > 299) return { kept: false, reason: 'status' }
  if (markdown.trim().length < textCharsMin) return { kept: false, reason: 'too_short' }
  const url = withoutFragment(metadata.url)
  const texts = [{ page: 1, content: markdown }]
  try {
    return await save(teamId, {
      ownerId,
      keyId,
      kind: 'page',
      title: metadata.title || url,
      url,
      sha256: null,
      collection,
      texts,
    })
  } catch (error) {
    onFault(error)
    return { kept: false, reason: 'failed' }
  }
}

function withoutFragment(address: string): string {
  const url = new URL(address)
  url.hash = toRoute(url)
  return url.href
}

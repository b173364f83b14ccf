import { readText } from '#lib/engines/web/links/read-text.ts'
import type { SafeResponse } from '#lib/engines/web/safe-fetch.ts'
import { inflateBody } from './inflate-body.ts'
import type { SitemapFile } from './sitemap-file.ts'
import { SitemapLines } from './sitemap-lines.ts'
import { SitemapParser } from './sitemap-parser.ts'

export const sitemapBytesMax = 50 * 1024 * 1024

/**
 * Reads a sitemap, an index or a text sitemap from an answer while its body arrives, packed or not. A file that
 * breaks off gives what could be read of it.
 * @param entriesMax how many addresses are read
 */
export async function readSitemap(
  response: SafeResponse,
  { entriesMax, signal }: { readonly entriesMax: number; readonly signal: AbortSignal },
): Promise<SitemapFile & { readonly cut: boolean }> {
  let reader: SitemapParser | SitemapLines | null = null
  let head = ''
  let cut = false
  try {
    for await (const piece of readText(response, inflateBody(response.body, sitemapBytesMax))) {
      if (reader === null) {
        head += piece
        const start = head.trimStart()
        if (start === '') continue
        reader = start.startsWith('<') ? new SitemapParser(entriesMax) : new SitemapLines(entriesMax)
        reader.write(start)
      } else {
        reader.write(piece)
      }
      cut = reader.stopped
      if (cut) break
    }
  } catch {
    signal.throwIfAborted()
    cut = true
  }
  const file = reader?.end() ?? { kind: 'none' }
  return { ...file, cut: cut && file.kind !== 'none' }
}

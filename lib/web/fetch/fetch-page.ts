import { guessCharset } from '#lib/web/extract/guess-charset.ts'
import type { SafeFetch } from './safe-fetch.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'
import { ApiError } from '#lib/errors.ts'
import { findKind, type TargetKind } from './page-kind.ts'
import { createPageMemoryLimiter, type PageMemoryLimiter } from './page-memory.ts'
import type { Page, PageRequest, PdfFile } from './page.ts'

const bytesMax = 10 * 1024 * 1024
// A page is in memory several times until its text is decoded.
const memoryBytesMax = 128 * 1024 * 1024
const pieceBytes = 64 * 1024
const mobileAgent = 'Mozilla/5.0 (Linux; Android 15; Mobile; compatible; Sextant/0.1) Mobile Safari/537.36'
const accept =
  'text/html,application/xhtml+xml,application/xml;q=0.9,application/json;q=0.8,text/*;q=0.8,*/*;q=0.5'

/**
 * Fetches one page: at most 10 MiB decoded, its text decoded by byte order mark, header, `<meta>`, or as guessed. An
 * accepted PDF file stays bytes.
 * @throws ApiError `unsupported_content_type` for images, archives and so on, `rate_limit_exceeded` when too many
 * large pages are being read, and like the guarded fetch
 */
export type FetchPage = (request: PageRequest) => Promise<Page | PdfFile>

/** @param memory limiter for pages being read */
export function createFetchPage(
  fetch: SafeFetch,
  memory: PageMemoryLimiter = createPageMemoryLimiter(memoryBytesMax),
): FetchPage {
  return async ({ url, headers, mobile, skipTlsVerification, timeoutMs, takesPdf, signal, param }) => {
    const response = await fetch(url, {
      headers: { accept, ...(mobile && { 'user-agent': mobileAgent }), ...headers },
      ...(skipTlsVerification && { skipTlsVerification }),
      timeoutMs,
      signal,
      bytesMax,
      param,
    })
    const given = response.headers['content-type']
    const type = typeof given === 'string' ? given : ''
    // Unsupported types are not downloaded.
    const readable = (kind: TargetKind): Page['kind'] | 'pdf' => {
      if (kind !== 'other' && (kind !== 'pdf' || takesPdf)) return kind
      response.abort()
      throw unreadable(kind, type, param)
    }
    if (type !== '') readable(findKind(type, Buffer.from('a')))
    const space = memory()
    try {
      const parts: Buffer[] = []
      for await (const part of response.body) {
        space.grow(part.length)
        parts.push(part)
      }
      const bytes = Buffer.concat(parts)
      const kind = readable(findKind(type, bytes))
      const { url: finalUrl, status } = response
      const about = { url: finalUrl, status, contentType: type === '' ? guessedTypes[kind] : type }
      if (kind === 'pdf') return { ...about, kind, bytes }
      return { ...about, kind, text: await decode(bytes, guessCharset(type, bytes)) }
    } finally {
      space.leave()
    }
  }
}

/** In pieces: decoding ten megabytes at once would block the event loop for a quarter of a second. */
async function decode(bytes: Buffer, charset: string): Promise<string> {
  const decoder = new TextDecoder(charset)
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (at > 0) await yieldToEventLoop()
    text += decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
  }
  return text + decoder.decode()
}

const guessedTypes = {
  html: 'text/html',
  json: 'application/json',
  text: 'text/plain',
  pdf: 'application/pdf',
} as const

function unreadable(kind: TargetKind, type: string, param: string): ApiError {
  const name = type === '' ? 'a binary file' : `\`${type.split(';')[0]?.trim().slice(0, 100)}\``
  const message = `This URL is ${kind === 'pdf' ? 'a PDF file' : name}, which is not supported. Supported: web pages, JSON, XML and text.`
  return new ApiError('unsupported_content_type', message, { param })
}

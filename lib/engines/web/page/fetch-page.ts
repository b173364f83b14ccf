import { findCharset } from '#lib/engines/web/links/charset.ts'
import type { SafeFetch, SafeResponse } from '#lib/engines/web/safe-fetch.ts'
import { takeTurn } from '#lib/engines/web/turns/take-turn.ts'
import { ApiError } from '#lib/errors.ts'
import { findKind, type TargetKind } from './page-kind.ts'
import type { Page, PageRequest } from './page.ts'

const bytesMax = 10 * 1024 * 1024
const pieceBytes = 64 * 1024
const mobileAgent = 'Mozilla/5.0 (Linux; Android 15; Mobile; compatible; Sextant/0.1) Mobile Safari/537.36'
const accept =
  'text/html,application/xhtml+xml,application/xml;q=0.9,application/json;q=0.8,text/*;q=0.8,*/*;q=0.5'

/**
 * Fetches one page: at most 10 MiB decoded, its text read by the charset of byte order mark, header, `<meta>`, UTF-8.
 * @throws ApiError `unsupported_content_type` for images, archives and the like, and as the guarded fetch
 */
export type FetchPage = (request: PageRequest) => Promise<Page>

export function createFetchPage(fetch: SafeFetch): FetchPage {
  return async ({ url, headers, mobile, skipTlsVerification, timeoutMs, signal, param }) => {
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
    // What cannot be read need not be loaded.
    if (type !== '') refuseUnreadable(findKind(type, Buffer.from('a')), type, response, param)
    const bytes = await response.bytes()
    const kind = findKind(type, bytes)
    refuseUnreadable(kind, type, response, param)
    return {
      url: response.url,
      status: response.status,
      contentType: type === '' ? guessedTypes[kind] : type,
      kind,
      text: await decode(bytes, findCharset(type, bytes)),
    }
  }
}

/** In pieces: ten megabytes in one go would keep everybody waiting for a quarter of a second. */
async function decode(bytes: Buffer, charset: string): Promise<string> {
  const decoder = new TextDecoder(charset)
  let text = ''
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    if (at > 0) await takeTurn()
    text += decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
  }
  return text + decoder.decode()
}

const guessedTypes = { html: 'text/html', json: 'application/json', text: 'text/plain' } as const

function refuseUnreadable(
  kind: TargetKind,
  type: string,
  response: SafeResponse,
  param: string,
): asserts kind is Page['kind'] {
  if (kind !== 'pdf' && kind !== 'other') return
  response.abort()
  const name = type === '' ? 'a binary file' : `\`${type.split(';')[0]?.trim().slice(0, 100)}\``
  const message = `This address holds ${kind === 'pdf' ? 'a PDF file' : name}. Web pages, JSON, XML and text can be read.`
  throw new ApiError('unsupported_content_type', message, { param })
}

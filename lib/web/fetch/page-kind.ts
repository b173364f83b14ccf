import type { Page } from './page.ts'
import { readJson } from '#lib/read-json.ts'

export type TargetKind = Page['kind'] | 'pdf' | 'other'

const html: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml'])
const undecided: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'unknown/unknown',
])
const textual: ReadonlySet<string> = new Set([
  'application/xml',
  'application/rss+xml',
  'application/atom+xml',
  'application/javascript',
  'application/yaml',
  'application/x-yaml',
  'application/x-ndjson',
  'application/toml',
  'application/sql',
  'message/rfc822',
])
const headBytes = 1024
const readBytesMax = 64 * 1024

/** Kind of a response, by its content type, and by its first bytes if the type is generic. */
export function findKind(contentType: string, head: Buffer): TargetKind {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (undecided.has(type)) return guessKind(head)
  if (html.has(type)) return 'html'
  if (type === 'application/json' || type === 'text/json' || type.endsWith('+json')) return 'json'
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'pdf'
  if (type === 'image/svg+xml') return 'other'
  if (type.startsWith('text/') || textual.has(type) || type.endsWith('+xml')) return 'text'
  return 'other'
}

function guessKind(bytes: Buffer): TargetKind {
  const head = bytes.subarray(0, headBytes).toString('latin1').trimStart()
  if (head.startsWith('%PDF-')) return 'pdf'
  const marked = /^(?:\xfe\xff|\xff\xfe)/.test(head)
  if (head.includes('\0') && !marked) return 'other'
  if (
    /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|!--|title|script|p|div|h1|a|table|meta)\b/i.test(
      head,
    )
  )
    return 'html'
  return /^[[{]/.test(head) && isJson(bytes) ? 'json' : 'text'
}

/** Only small ones are parsed to check, because a large one would block the event loop. */
function isJson(bytes: Buffer): boolean {
  if (bytes.length > readBytesMax) return /[\]}]\s*$/.test(bytes.toString('latin1', bytes.length - headBytes))
  return readJson(bytes.toString('utf8')) !== undefined
}

import path from 'node:path'
import type { DocumentKind } from '#lib/engines/parsing/blocks.ts'

const kindByExtension: Readonly<Record<string, DocumentKind>> = {
  txt: 'text',
  text: 'text',
  log: 'text',
  csv: 'csv',
  tsv: 'csv',
  md: 'markdown',
  markdown: 'markdown',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  geojson: 'json',
  xml: 'xml',
  svg: 'xml',
  rss: 'xml',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  eml: 'eml',
}
const headBytes = 4096

/** Which kind of text: by the name, or by how it begins when the name says nothing about text. */
export function readTextKind(bytes: Buffer, name: string): DocumentKind {
  const byName = kindByExtension[path.extname(name).slice(1).toLowerCase()]
  if (byName !== undefined) return byName
  // Zeros of UTF-16 fall out: every mark looked for is ASCII.
  const head = bytes
    .subarray(0, headBytes)
    .toString('latin1')
    .replaceAll(/^[^\w<{[]+|\0/g, '')
  if (/^(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body)\b/i.test(head)) return 'html'
  if (/^<\?xml\b/i.test(head)) return /<html\b/i.test(head) ? 'html' : 'xml'
  if (/^<svg\b/i.test(head)) return 'xml'
  if (/^(received|return-path|from|message-id|mime-version|delivered-to):.*\r?\n[\w-]+:/i.test(head))
    return 'eml'
  return /^[{[]/.test(head) && isJson(bytes) ? 'json' : 'text'
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString())
    return true
  } catch {
    return false
  }
}

import path from 'node:path/posix'
import type { Archive } from '#lib/documents/archive.ts'
import { parseError } from '#lib/documents/parse-error.ts'
import { xmlAttribute } from './xml-text.ts'

/** Parts of a book in reading order, without its table of contents. @throws ApiError `corrupt` */
export function readSpine(archive: Archive): string[] {
  const container = read(archive, 'META-INF/container.xml')
  const [rootTag = ''] = /<(?:\w+:)?rootfile\b[^>]*>/.exec(container) ?? []
  const packagePath = xmlAttribute(rootTag, 'full-path') ?? ''
  const book = read(archive, packagePath)
  const items = new Map<string, { readonly part: string; readonly contents: boolean }>()
  for (const [tag] of book.matchAll(/<(?:\w+:)?item\b[^>]*>/g)) {
    const [id, href] = [xmlAttribute(tag, 'id'), xmlAttribute(tag, 'href')]
    if (id === null || href === null) continue
    const contents = (xmlAttribute(tag, 'properties') ?? '').split(/\s+/).includes('nav')
    items.set(id, { part: path.join(path.dirname(packagePath), decodePath(href)), contents })
  }
  return [...book.matchAll(/<(?:\w+:)?itemref\b[^>]*>/g)].flatMap(([tag]) => {
    const item = items.get(xmlAttribute(tag, 'idref') ?? '')
    return item === undefined || item.contents || !archive.has(item.part) ? [] : [item.part]
  })
}

function read(archive: Archive, part: string): string {
  if (!archive.has(part)) throw parseError('corrupt', 'is damaged: the list of its chapters is missing.')
  return archive.read(part).toString()
}

function decodePath(href: string): string {
  const plain = href.split('#', 1)[0] ?? ''
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

import type { Archive } from '#lib/documents/archive.ts'
import { mainPart, readRelations } from './relations.ts'
import { childOf, elementsOf, parseXml } from './xml-tree.ts'

/** Slide parts of a presentation in its order. */
export function slideParts(archive: Archive): string[] {
  const main = mainPart(archive)
  if (main === undefined || !archive.has(main)) return []
  const addresses = new Map(readRelations(archive, main).map(({ id, address }) => [id, address]))
  const slides = childOf(parseXml(archive.read(main)), 'p:sldIdLst')
  if (slides === undefined) return []
  return elementsOf(slides).map(({ attributes }) => addresses.get(attributes['r:id'] ?? '') ?? '')
}

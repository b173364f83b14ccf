import type { Archive } from '#lib/documents/archive.ts'

/** Numbers of the hidden slides of a presentation. */
export function hiddenSlides(archive: Archive): ReadonlySet<number> {
  const hidden = slideParts(archive).flatMap((part, index) => {
    if (!archive.has(part)) return []
    const [root = ''] = /<p:sld\b[^>]*>/.exec(archive.read(part).toString()) ?? []
    return /\bshow="(0|false)"/.test(root) ? [index + 1] : []
  })
  return new Set(hidden)
}

/** Slide parts in presentation order. */
export function slideParts(archive: Archive): string[] {
  const [main, relations] = ['ppt/presentation.xml', 'ppt/_rels/presentation.xml.rels']
  if (!archive.has(main) || !archive.has(relations)) return []
  const targets = new Map<string, string>()
  for (const [tag] of archive
    .read(relations)
    .toString()
    .matchAll(/<Relationship\b[^>]*>/g)) {
    const id = /\bId="([^"]*)"/.exec(tag)?.[1]
    const target = /\bTarget="([^"]*)"/.exec(tag)?.[1]
    if (id !== undefined && target !== undefined) targets.set(id, target.replace(/^\/ppt\/|^(?=\w)/, ''))
  }
  const ids = archive
    .read(main)
    .toString()
    .matchAll(/<p:sldId\b[^>]*\br:id="([^"]*)"/g)
  return [...ids].map(([, id = '']) => `ppt/${targets.get(id) ?? ''}`)
}

import type { Archive } from '#lib/documents/archive.ts'
import type { DocumentKind } from '#lib/documents/blocks.ts'

/** Numbers of the hidden slides of a presentation. */
export function hiddenSlides(archive: Archive, kind: DocumentKind): ReadonlySet<number> {
  return new Set(kind === 'pptx' ? hiddenInPptx(archive) : hiddenInOdp(archive))
}

function hiddenInPptx(archive: Archive): number[] {
  return slideParts(archive).flatMap((part, index) => {
    if (!archive.has(part)) return []
    const [root = ''] = /<p:sld\b[^>]*>/.exec(archive.read(part).toString()) ?? []
    return /\bshow="(0|false)"/.test(root) ? [index + 1] : []
  })
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

function hiddenInOdp(archive: Archive): number[] {
  if (!archive.has('content.xml')) return []
  const content = archive.read('content.xml').toString()
  const hidden = new Set<string>()
  for (const [style, name = ''] of content.matchAll(
    /<style:style\b[^>]*\bstyle:name="([^"]*)"[\s\S]*?<\/style:style>/g,
  )) {
    if (style.includes('presentation:visibility="hidden"')) hidden.add(name)
  }
  const pages = [...content.matchAll(/<draw:page\b[^>]*>/g)]
  return pages.flatMap(([tag], index) => {
    const name = /\bdraw:style-name="([^"]*)"/.exec(tag)?.[1]
    return name !== undefined && hidden.has(name) ? [index + 1] : []
  })
}

import path from 'node:path/posix'
import { Parser } from 'htmlparser2'
import sharp from 'sharp'
import { cleanAlternative } from '#lib/engines/parsing/alternative-text.ts'
import type { Archive } from '#lib/engines/parsing/archive.ts'
import type { DocumentKind } from '#lib/engines/parsing/blocks.ts'
import type { FoundImages } from '#lib/engines/parsing/images/find-images.ts'
import { type FoundImage, pixelsMin } from '#lib/engines/parsing/images/found-image.ts'
import { readSpine } from './epub-spine.ts'
import { slideParts } from './hidden-slides.ts'

interface MediaReference {
  readonly part: string
  readonly text: string
}

/** The pictures of an office document or book, in the order of its parts, with the texts that stand for them. */
export async function findMedia(archive: Archive, kind: DocumentKind): Promise<FoundImages> {
  const parts = pageParts(archive, kind)
  const images: FoundImage[] = []
  for (const [index, part] of parts.entries()) {
    for (const reference of readReferences(archive, part)) {
      const image = await toImage(archive, reference, index + 1)
      if (image !== null) images.push(image)
    }
  }
  return { images, pages: Math.max(1, parts.length), engine: 'sextant' }
}

function pageParts(archive: Archive, kind: DocumentKind): string[] {
  if (kind === 'pptx') return slideParts(archive).filter(part => archive.has(part))
  if (kind === 'epub') return readSpine(archive)
  const single = archive.names.filter(name => name === 'word/document.xml' || name === 'content.xml')
  return single.length > 0
    ? single
    : archive.names.filter(name => /^xl\/drawings\/drawing\d+\.xml$/.test(name))
}

function readReferences(archive: Archive, part: string): MediaReference[] {
  const targets = readTargets(archive, part)
  const found: MediaReference[] = []
  let text = ''
  let described: string | null = null
  const add = (target: string | undefined, alternative: string): void => {
    if (target === undefined || /^[a-z]+:/i.test(target)) return
    const full = target.startsWith('/') ? target.slice(1) : path.join(path.dirname(part), target)
    if (archive.has(full)) found.push({ part: full, text: cleanAlternative(alternative) })
  }
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (/:(docPr|cNvPr)$/.test(name)) text = attributes['descr'] ?? attributes['title'] ?? ''
        if (name === 'a:blip') add(targets.get(attributes['r:embed'] ?? ''), text)
        if (name === 'img' || name === 'image')
          add(attributes['src'] ?? attributes['xlink:href'], attributes['alt'] ?? '')
        if (name === 'draw:image') add(attributes['xlink:href'], '')
        if (name === 'svg:title' || name === 'svg:desc') described = ''
      },
      ontext: data => {
        if (described !== null) described += data
      },
      onclosetag: name => {
        if (name !== 'svg:title' && name !== 'svg:desc') return
        const last = found.at(-1)
        if (last !== undefined && last.text === '' && described !== null) {
          found[found.length - 1] = { ...last, text: cleanAlternative(described) }
        }
        described = null
      },
    },
    { xmlMode: true },
  )
  parser.end(archive.read(part).toString())
  return found
}

/** Targets of a part's relationships by their ids. */
function readTargets(archive: Archive, part: string): Map<string, string> {
  const name = path.join(path.dirname(part), '_rels', `${path.basename(part)}.rels`)
  const targets = new Map<string, string>()
  if (!archive.has(name)) return targets
  const parser = new Parser(
    {
      onopentag: (tag, { Id: id, Target: target }) => {
        if (tag === 'Relationship' && id !== undefined && target !== undefined) targets.set(id, target)
      },
    },
    { xmlMode: true },
  )
  parser.end(archive.read(name).toString())
  return targets
}

/** Null for what is too small to say anything, and for metafiles, which nothing here draws. */
async function toImage(
  archive: Archive,
  { part, text }: MediaReference,
  page: number,
): Promise<FoundImage | null> {
  const data = archive.read(part)
  const size = await sharp(data, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (size === null || size.width < pixelsMin || size.height < pixelsMin) return null
  const mime = size.format === 'svg' ? 'image/svg+xml' : `image/${size.format}`
  return { page, text, mime, width: size.width, height: size.height, bytes: async () => data }
}

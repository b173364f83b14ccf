import path from 'node:path/posix'
import type { Archive } from '#lib/documents/archive.ts'
import { elementsOf, parseXml } from './xml-tree.ts'

export interface Relation {
  readonly id: string
  /** The last part of its type, e.g. `header`. */
  readonly type: string
  /** A part, or an address outside of the file. */
  readonly address: string
}

/** The part with the content of an Office document, as its relationships name it. */
export function mainPart(archive: Archive): string | undefined {
  return readRelations(archive, '').find(({ type }) => type === 'officeDocument')?.address
}

/** The relationships of a part of an Office document; those of the whole document for an empty name. */
export function readRelations(archive: Archive, part: string): Relation[] {
  const folder = path.dirname(part)
  const relations = path.join(folder, '_rels', `${path.basename(part)}.rels`)
  if (!archive.has(relations)) return []
  return elementsOf(parseXml(archive.read(relations))).map(({ attributes }) => {
    const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes
    const address =
      mode === 'External' ? target : target.startsWith('/') ? target.slice(1) : path.join(folder, target)
    return { id, type: type.slice(type.lastIndexOf('/') + 1), address }
  })
}

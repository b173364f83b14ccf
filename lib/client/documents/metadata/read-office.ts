import { type FileMetadata, toAuthors } from './file-metadata.ts'
import { readArchiveMember } from './read-archive-member.ts'

const partBytesMax = 64 * 1024
// Where OOXML and OpenDocument keep who wrote a document, and who saved it last.
const parts = ['docProps/core.xml', 'meta.xml'] as const
const names = /<(dc:creator|cp:lastModifiedBy|meta:initial-creator)(?:\s[^>]{0,200})?>([^<]{1,400})<\/\1>/g

/** What the properties of an office document say of who wrote it. */
export async function readOffice(file: Blob): Promise<FileMetadata> {
  const texts = await Promise.all(parts.map(part => readArchiveMember(file, part, partBytesMax)))
  const authors = texts.flatMap(text => [...(text ?? '').matchAll(names)].map(([, , name = '']) => name))
  return { position: null, authors: toAuthors(authors) }
}

'use client'
import { useEffect, useState } from 'react'
import type { DocumentFile } from '#lib/client/documents/document-file.ts'
import { type FileMetadata, noMetadata } from '#lib/client/documents/metadata/file-metadata.ts'
import { useDocumentsPlace } from './documents-context.ts'

/** What to know of a file before it is sent: it is there twice, its bytes are gone, it tells more than its content. */
export function FileNotices({ file, twin }: { file: DocumentFile; twin: DocumentFile | null }) {
  const { position, authors } = useMetadata(file)
  return (
    <>
      {twin && (
        <Notice>
          The same bytes as <bdi>{twin.path}</bdi>
        </Notice>
      )}
      {!file.attached && <Notice>Its bytes are not here: attach it again</Notice>}
      {position !== null && <Notice>Tells where it was taken: {position}</Notice>}
      {authors.length > 0 && (
        <Notice>
          Names its author: <bdi>{authors.join(', ')}</bdi>
        </Notice>
      )}
    </>
  )
}

function Notice({ children }: { children: React.ReactNode }) {
  return <span className="block text-xs break-words text-warn">{children}</span>
}

/** Read from the bytes in this page, when they are here; nobody keeps it. */
function useMetadata({ id, attached }: DocumentFile): FileMetadata {
  const { keeper } = useDocumentsPlace()
  const [metadata, setMetadata] = useState(noMetadata)
  useEffect(() => {
    const bytes = attached ? keeper.get(id) : null
    if (bytes === null) return
    let wanted = true
    void import('#lib/client/documents/metadata/read-metadata.ts')
      .then(({ readMetadata }) => readMetadata(bytes))
      .then(read => wanted && setMetadata(read))
    return () => {
      wanted = false
    }
  }, [keeper, id, attached])
  return metadata
}

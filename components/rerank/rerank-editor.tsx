'use client'
import { DocumentsField } from './documents-field.tsx'
import { QueryField } from './query-field.tsx'
import { RivalsField } from './rivals-field.tsx'

/** The request: a query, and the documents that are ordered by it. */
export function RerankEditor() {
  return (
    <>
      <RivalsField />
      <QueryField />
      <DocumentsField />
    </>
  )
}

import type { DocumentRow } from '#components/documents/model/document-row.ts'
import { type DocumentField, readDocument } from '#components/documents/model/read-document.ts'

/** The form fields from any of the responses. */
export function fieldsOfRow({ runs }: Pick<DocumentRow, 'runs'>): readonly DocumentField[] {
  const found = Object.values(runs).map(run => readDocument(run)?.fields ?? [])
  return found.find(fields => fields.length > 0) ?? []
}

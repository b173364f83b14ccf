import type { ComparisonState } from '#components/rerank/model/comparison-state.ts'
import { documentText, readRankFields, withText, type RerankDocument } from './document-text.ts'
import { readDocuments } from './read-documents.ts'
import { renameText } from '#components/rerank/model/judgments.ts'

/** Replaces the list. An empty one is not sent: the field is then missing. */
export function setDocuments(
  comparison: ComparisonState,
  documents: readonly RerankDocument[],
): ComparisonState {
  const { documents: _, ...others } = comparison.body
  return { ...comparison, body: documents.length === 0 ? others : { ...comparison.body, documents } }
}

/** Edits a document; its judgments stay with it. An index past the end adds one. */
export function setText(comparison: ComparisonState, index: number, text: string): ComparisonState {
  const documents = readDocuments(comparison.body)
  const before = documents[index]
  if (before === undefined) return setDocuments(comparison, [...documents, text])
  const edited = setDocuments(comparison, documents.with(index, withText(before, text)))
  const fields = readRankFields(comparison.body)
  const wording = documentText(before, fields)
  // Of two documents with the same text, the other one keeps the judgment.
  const twin = documents.some((other, at) => at !== index && documentText(other, fields) === wording)
  return twin ? edited : { ...edited, judgments: renameText(comparison.judgments, wording, text) }
}

/** Replaces one document by several. */
export function replaceDocument(
  comparison: ComparisonState,
  index: number,
  documents: readonly RerankDocument[],
): ComparisonState {
  return setDocuments(comparison, readDocuments(comparison.body).toSpliced(index, 1, ...documents))
}

/** Moves a document; an index outside of the list changes nothing. */
export function moveDocument(comparison: ComparisonState, from: number, to: number): ComparisonState {
  const documents = readDocuments(comparison.body)
  const moved = documents[from]
  if (moved === undefined || to < 0 || to >= documents.length || from === to) return comparison
  return setDocuments(comparison, documents.toSpliced(from, 1).toSpliced(to, 0, moved))
}

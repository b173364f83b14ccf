import type { BoardState } from '#components/rerank/model/board-state.ts'
import { documentText, readRankFields, withText, type RerankDocument } from './document-text.ts'
import { readDocuments } from './read-documents.ts'
import { renameText } from '#components/rerank/model/truth.ts'

/** Replaces the list. An empty one is not sent: the field is then missing. */
export function setDocuments(board: BoardState, documents: readonly RerankDocument[]): BoardState {
  const { documents: _, ...others } = board.body
  return { ...board, body: documents.length === 0 ? others : { ...board.body, documents } }
}

/** Edits a document; its judgments stay with it. An index past the end adds one. */
export function setText(board: BoardState, index: number, text: string): BoardState {
  const documents = readDocuments(board.body)
  const before = documents[index]
  if (before === undefined) return setDocuments(board, [...documents, text])
  const edited = setDocuments(board, documents.with(index, withText(before, text)))
  const fields = readRankFields(board.body)
  const wording = documentText(before, fields)
  // Of two documents with the same text, the other one keeps the judgment.
  const twin = documents.some((other, at) => at !== index && documentText(other, fields) === wording)
  return twin ? edited : { ...edited, truth: renameText(board.truth, wording, text) }
}

/** Replaces one document by several. */
export function replaceDocument(
  board: BoardState,
  index: number,
  documents: readonly RerankDocument[],
): BoardState {
  return setDocuments(board, readDocuments(board.body).toSpliced(index, 1, ...documents))
}

/** Moves a document; an index outside of the list changes nothing. */
export function moveDocument(board: BoardState, from: number, to: number): BoardState {
  const documents = readDocuments(board.body)
  const moved = documents[from]
  if (moved === undefined || to < 0 || to >= documents.length || from === to) return board
  return setDocuments(board, documents.toSpliced(from, 1).toSpliced(to, 0, moved))
}

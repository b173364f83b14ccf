'use client'
import { useState } from 'react'
import { findJsonMistake } from '#components/playground/find-json-mistake.ts'
import { JsonEditor } from '#components/ui/json-editor.tsx'
import { readJson } from '#lib/client/read-json.ts'
import { readRankFields } from '#lib/client/rerank/document-text.ts'
import { setDocuments } from '#lib/client/rerank/edit-documents.ts'
import { checkDocuments, readDocuments } from '#lib/client/rerank/read-documents.ts'
import { useBoard, useBoardStore } from './board-context.ts'
import { DocumentProblems } from './document-problems.tsx'

/** The documents as a JSON list. While it cannot be read, the rows stay as they were. */
export function DocumentsJson() {
  const store = useBoardStore()
  const { body } = useBoard()
  const documents = readDocuments(body)
  const current = JSON.stringify(documents, null, 2)
  const [edited, setEdited] = useState({ text: current, of: current })
  // A change from elsewhere (an example, a row that moved) replaces the text.
  const text = edited.of === current ? edited.text : current
  const problem = readProblem(text)
  const change = (next: string) => {
    const value = readJson(next)
    if (!Array.isArray(value)) return setEdited({ text: next, of: current })
    setEdited({ text: next, of: JSON.stringify(value, null, 2) })
    store.update(board => setDocuments(board, value))
  }
  return (
    <>
      <JsonEditor label="Documents as JSON" value={text} onChange={change} />
      {problem !== null && (
        <p role="alert" className="mt-1 text-xs text-bad">
          {problem}
        </p>
      )}
      {problem === null && <DocumentProblems problems={checkDocuments(documents, readRankFields(body))} />}
    </>
  )
}

function readProblem(text: string): string | null {
  const value = readJson(text)
  if (Array.isArray(value)) return null
  if (value !== undefined) return 'The documents have to be a list, in square brackets.'
  const { offset, reason } = findJsonMistake(text)
  const before = text.slice(0, offset).split('\n')
  return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${reason}.`
}

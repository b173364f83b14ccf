'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { focusField } from '#components/playground/focus-field.ts'
import { useIssue } from '#components/playground/issues-context.ts'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { readRankFields } from '#lib/client/rerank/document-text.ts'
import { setDocuments } from '#lib/client/rerank/edit-documents.ts'
import { readDocuments } from '#lib/client/rerank/read-documents.ts'
import { useBoard, useBoardStore } from './board-context.ts'
import { DocumentRow } from './document-row.tsx'

const pageRows = 100

/** One row a document, a hundred at a time; an empty one to start with. */
export function DocumentsTable() {
  const store = useBoardStore()
  const { body } = useBoard()
  const [shownMax, setShownMax] = useState(pageRows)
  const issue = useIssue('documents')
  const documents = readDocuments(body)
  const fields = readRankFields(body)
  const rows = documents.length === 0 ? [''] : documents.slice(0, shownMax)
  const hidden = documents.length - rows.length
  const emptyCount = documents.filter(document => document === '').length
  const add = () => {
    setShownMax(Math.max(shownMax, documents.length + 1))
    store.update(board => setDocuments(board, [...(documents.length === 0 ? [''] : documents), '']))
    focusField(`documents.${Math.max(1, documents.length)}`)
  }
  return (
    <>
      <ol className="flex flex-col gap-1">
        {rows.map((document, index) => (
          <DocumentRow
            // oxlint-disable-next-line react/no-array-index-key -- texts may repeat; their place is their identity
            key={index}
            index={index}
            count={documents.length}
            document={document}
            rankFields={fields.join('\n')}
            invalid={issue?.path === `documents.${index}`}
          />
        ))}
      </ol>
      {/* Leaving these buttons is no reason to check: a row that was just added is not a mistake yet. */}
      <div
        className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1"
        onBlur={event => event.stopPropagation()}
      >
        <Button variant="plain" className="-ml-1 px-1.5" onClick={add}>
          <Plus size={16} aria-hidden />
          Add document
        </Button>
        {hidden > 0 && (
          <Button variant="link" onClick={() => setShownMax(shownMax + pageRows)}>
            Show {formatCount(Math.min(hidden, pageRows))} more of {formatCount(hidden)}
          </Button>
        )}
        {emptyCount > 0 && (documents.length > 1 || 'documents' in body) && (
          <Button
            variant="link"
            onClick={() =>
              store.update(board =>
                setDocuments(
                  board,
                  documents.filter(document => document !== ''),
                ),
              )
            }
          >
            Remove {emptyCount === 1 ? 'the empty row' : `${formatCount(emptyCount)} empty rows`}
          </Button>
        )}
      </div>
    </>
  )
}

'use client'

import { useMemo, useState, useRef, memo, type KeyboardEvent } from 'react'
import { useIssue } from '#components/playground/form/issues-context.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { formatBytes, formatCount } from '#lib/client/format.ts'
import {
  readRankFields,
  documentText,
  isTextEditable,
  type RerankDocument,
} from './model/documents/document-text.ts'
import { measureDocuments } from './model/documents/documents-size.ts'
import {
  readDocuments,
  tooManyDocuments,
  checkDocuments,
  type DocumentProblem,
} from './model/documents/read-documents.ts'
import { useComparison, useComparisonStore } from './comparison-context.ts'
import { ImportNote } from './import-note.tsx'
import { useImport } from './use-import.ts'
import { findJsonMistake } from '#components/playground/form/find-json-mistake.ts'
import { JsonEditor } from '#components/ui/form/json-editor.tsx'
import { readJson } from '#lib/read-json.ts'
import { setDocuments, moveDocument, replaceDocument, setText } from './model/documents/edit-documents.ts'
import { Ellipsis, Upload, Plus, EllipsisVertical, X } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { focusField } from '#components/playground/form/focus-field.ts'
import { Button } from '#components/ui/button/button.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { readPasteOffer, type PasteOffer } from './model/documents/paste-offer.ts'

const shapes = [
  { value: 'table', label: 'Table' },
  { value: 'json', label: 'JSON' },
]

/** The documents as rows or JSON, synchronized; files can be dropped on it. */
export function DocumentsField() {
  const { body } = useComparison()
  const [shape, setShape] = useState('table')
  const documents = readDocuments(body)
  const fields = useMemo(() => readRankFields(body), [body])
  const sizeBytes = useMemo(() => measureDocuments(documents, fields), [documents, fields])
  const importing = useImport()
  const issue = useIssue('documents')
  const problem = tooManyDocuments(documents.length) ?? issue?.message ?? null
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- drop zone; the button does the same
    <section
      aria-label="Documents"
      data-field="documents"
      className="min-w-0 rounded-md data-over:outline-2 data-over:outline-offset-4 data-over:outline-accent-text"
      data-over={importing.over || undefined}
      {...importing.dropZone}
    >
      <div className="mb-1.5 flex min-h-7 flex-wrap items-center gap-x-1.5 gap-y-1">
        <h2>Documents</h2>
        <span className={`flex-1 text-xs whitespace-nowrap ${problem === null ? 'text-muted' : 'text-bad'}`}>
          {documents.length > 0 && `${formatCount(documents.length)} · ${formatBytes(sizeBytes)}`}
        </span>
        <DocumentsMenu onFile={importing.read} />
        <Segmented label="Document format" choices={shapes} value={shape} onChange={setShape} />
      </div>
      <ImportNote importing={importing} />
      {shape === 'table' ? <DocumentsTable /> : <DocumentsJson />}
      {/* Placed below, so that a blurred row never moves a button under the pointer. */}
      {problem !== null && (
        <p role="alert" className="mt-1 text-xs text-bad">
          {problem}
        </p>
      )}
    </section>
  )
}

/** The documents as a JSON list. While it is invalid, the rows stay unchanged. */
function DocumentsJson() {
  const store = useComparisonStore()
  const { body } = useComparison()
  const documents = readDocuments(body)
  const current = JSON.stringify(documents, null, 2)
  const [edited, setEdited] = useState({ text: current, of: current })
  // An outside change (an example, a moved row) replaces the text.
  const text = edited.of === current ? edited.text : current
  const problem = readProblem(text)
  const change = (next: string) => {
    const value = readJson(next)
    if (!Array.isArray(value)) return setEdited({ text: next, of: current })
    setEdited({ text: next, of: JSON.stringify(value, null, 2) })
    store.update(comparison => setDocuments(comparison, value))
  }
  return (
    <>
      <JsonEditor label="Documents (JSON)" value={text} onChange={change} />
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
  if (value !== undefined) return 'Documents must be a JSON array.'
  const { offset, reason } = findJsonMistake(text)
  const before = text.slice(0, offset).split('\n')
  return `Line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${reason}.`
}

/** Imports documents from a file, and removes all of them. */
function DocumentsMenu({ onFile }: { onFile: (file: File) => void }) {
  const store = useComparisonStore()
  const documents = readDocuments(useComparison().body)
  const file = useRef<HTMLInputElement>(null)
  const clear = () => {
    const before = store.read()
    store.update(comparison => setDocuments(comparison, []))
    showToast('Documents removed', {
      action: {
        label: 'Undo',
        onSelect: () => store.update(comparison => ({ ...comparison, body: before.body })),
      },
    })
  }
  return (
    <>
      <IconButton label="Import a file" onClick={() => file.current?.click()}>
        <Upload size={16} aria-hidden />
      </IconButton>
      <input
        ref={file}
        type="file"
        aria-label="Documents file"
        accept=".txt,.csv,.tsv,.json,.jsonl,.ndjson,text/*,application/json"
        className="hidden"
        onChange={event => {
          const chosen = event.target.files?.[0]
          if (chosen) onFile(chosen)
          // The same file can be selected again after it is fixed.
          event.target.value = ''
        }}
      />
      <Menu
        trigger={
          <IconButton label="More document actions">
            <Ellipsis size={16} aria-hidden />
          </IconButton>
        }
        actions={[
          { label: 'Import a file', onSelect: () => file.current?.click() },
          { label: 'Remove all documents', disabled: documents.length === 0, onSelect: clear },
        ]}
      />
    </>
  )
}

const pageRows = 100

/** One row per document, a hundred at a time; initially one empty row. */
function DocumentsTable() {
  const store = useComparisonStore()
  const { body } = useComparison()
  const [shownMax, setShownMax] = useState(pageRows)
  const issue = useIssue('documents')
  const documents = readDocuments(body)
  const fields = readRankFields(body)
  const rows = documents.length === 0 ? [''] : documents.slice(0, shownMax)
  const hidden = documents.length - rows.length
  const emptyCount = documents.filter(document => document === '').length
  const add = () => {
    setShownMax(Math.max(shownMax, documents.length + 1))
    store.update(comparison => setDocuments(comparison, [...(documents.length === 0 ? [''] : documents), '']))
    focusField(`documents.${Math.max(1, documents.length)}`)
  }
  return (
    <>
      <ol className="flex flex-col gap-1">
        {rows.map((document, index) => (
          <DocumentRow
            // oxlint-disable-next-line react/no-array-index-key -- texts may repeat; the index is their identity
            key={index}
            index={index}
            count={documents.length}
            document={document}
            rankFields={fields.join('\n')}
            invalid={issue?.path === `documents.${index}`}
          />
        ))}
      </ol>
      {/* Leaving these buttons triggers no validation: a newly added row is not an error yet. */}
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
              store.update(comparison =>
                setDocuments(
                  comparison,
                  documents.filter(document => document !== ''),
                ),
              )
            }
          >
            Remove {emptyCount === 1 ? 'empty row' : `${formatCount(emptyCount)} empty rows`}
          </Button>
        )}
      </div>
    </>
  )
}

interface DocumentRowProps {
  index: number
  count: number
  document: RerankDocument
  /**
   * Names of the fields that are read, one per line: a string, so that a row re-renders only on its own
   * changes.
   */
  rankFields: string
  invalid: boolean
}

const shownMax = 5

/** One document: edited, moved by button or Alt and arrow key, removed. */
const DocumentRow = memo(function DocumentRow({
  index,
  count,
  document,
  rankFields,
  invalid,
}: DocumentRowProps) {
  const store = useComparisonStore()
  const [pasted, setPasted] = useState(false)
  const fields = rankFields === '' ? [] : rankFields.split('\n')
  // For the whole row: text from before the paste must not be lost.
  const offer = pasted && typeof document === 'string' ? readPasteOffer(document, fields) : null
  const name = `Document ${index + 1}`
  const move = (to: number) => {
    if (to < 0 || to >= count) return
    store.update(comparison => moveDocument(comparison, index, to))
    focusField(`documents.${to}`)
  }
  const remove = () => {
    setPasted(false)
    store.update(comparison => replaceDocument(comparison, index, []))
    focusField(`documents.${Math.max(0, Math.min(index, count - 2))}`)
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      move(event.key === 'ArrowUp' ? index - 1 : index + 1)
    }
    if (event.key === 'Backspace' && event.currentTarget.value === '' && count > 1) {
      event.preventDefault()
      remove()
    }
  }
  const edit = (text: string) => store.update(comparison => setText(comparison, index, text))

  return (
    <li className="group grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-1.5">
      <span aria-hidden className="pt-1.5 text-right text-xs leading-5 text-muted">
        {index + 1}
      </span>
      <TextArea
        rows={1}
        aria-label={name}
        aria-invalid={invalid || undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        data-field={`documents.${index}`}
        className="min-h-8"
        placeholder={index === 0 && count === 0 ? 'Text, several lines, or a JSON array' : undefined}
        readOnly={!isTextEditable(document, fields)}
        value={documentText(document, fields)}
        onChange={event => edit(event.target.value)}
        onPaste={() => setPasted(true)}
        onKeyDown={press}
      />
      <span className="flex pt-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100">
        <Menu
          trigger={
            <IconButton label={`More actions for document ${index + 1}`} className="w-6 coarse:w-8">
              <EllipsisVertical size={14} aria-hidden />
            </IconButton>
          }
          actions={[
            { label: 'Move up', disabled: index === 0, onSelect: () => move(index - 1) },
            { label: 'Move down', disabled: index >= count - 1, onSelect: () => move(index + 1) },
            { label: 'Move to top', disabled: index === 0, onSelect: () => move(0) },
            { label: 'Remove', onSelect: remove },
          ]}
        />
        <IconButton label={`Remove document ${index + 1}`} className="w-6 coarse:w-8" onClick={remove}>
          <X size={14} aria-hidden />
        </IconButton>
      </span>
      {offer && (
        <PasteOfferNote
          offer={offer}
          onTake={() => {
            store.update(comparison => replaceDocument(comparison, index, offer.documents))
            setPasted(false)
            focusField(`documents.${index}`)
          }}
          onSave={() => {
            setPasted(false)
            focusField(`documents.${index}`)
          }}
        />
      )}
    </li>
  )
})

/** Offer below a row after a multi-document paste: nothing is split unless requested. */
function PasteOfferNote({
  offer,
  onTake,
  onSave,
}: {
  offer: PasteOffer
  onTake: () => void
  onSave: () => void
}) {
  const count = formatCount(offer.documents.length)
  const words =
    offer.kind === 'lines' ? `This row has ${count} lines.` : `This row is a list of ${count} items.`
  return (
    <div className="col-start-2 mt-1 mb-1.5 rounded-md bg-sunken px-2 py-1 text-xs">
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex-1">{words}</span>
        <Button variant="link" onClick={onTake}>
          Convert to {count === '1' ? '1 document' : `${count} documents`}
        </Button>
        <Button variant="link" className="text-muted" onClick={onSave}>
          Keep as one
        </Button>
      </div>
      {offer.kind === 'items' && <DocumentProblems problems={offer.problems} />}
    </div>
  )
}

/** Validation errors by item, as the API would report them. */
function DocumentProblems({ problems }: { problems: readonly DocumentProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul aria-label="Problems" className="mt-1 flex flex-col gap-0.5 text-xs text-bad">
      {problems.slice(0, shownMax).map(({ index, reason }) => (
        <li key={index}>
          Item {index + 1} {reason}.
        </li>
      ))}
      {problems.length > shownMax && <li>And {problems.length - shownMax} more.</li>}
    </ul>
  )
}

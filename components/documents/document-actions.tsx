'use client'
import { Copy, Download } from 'lucide-react'
import { AddToLibrary } from '#components/library/add-to-library.tsx'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import type { DocumentRow } from '#lib/client/documents/document-row.ts'
import {
  toBaseName,
  toChunkLines,
  toDocumentJson,
  toPlainText,
} from '#lib/client/documents/export-documents.ts'
import { readDocument } from '#lib/client/documents/read-document.ts'
import { toDocumentEntries } from '#lib/client/library/document-entries.ts'
import { SendDocuments } from './send-documents.tsx'

const buttonStyle = 'size-6 coarse:size-10'

/** Takes one document away: as text, as a file, to another playground. */
export function DocumentActions({ row }: { row: DocumentRow }) {
  const markdown = row.runs.markdown ? (readDocument(row.runs.markdown)?.text ?? null) : null
  const chunks = toChunkLines(row)
  const text = toPlainText(row)
  const save = (content: string, extension: string, type: string) =>
    download(`${toBaseName(row.file.name)}.${extension}`, content, `${type};charset=utf-8`)
  return (
    <div className="flex items-center">
      <IconButton label="Copy the text" className={buttonStyle} onClick={() => void copy(text, 'Text')}>
        <Copy size={14} aria-hidden />
      </IconButton>
      <Menu
        trigger={
          <IconButton label="Download the document" className={buttonStyle}>
            <Download size={14} aria-hidden />
          </IconButton>
        }
        actions={[
          { label: 'Text (.txt)', onSelect: () => save(text, 'txt', 'text/plain') },
          {
            label: markdown === null ? 'Markdown (.md): read it as Markdown first' : 'Markdown (.md)',
            disabled: markdown === null,
            onSelect: () => save(markdown ?? '', 'md', 'text/markdown'),
          },
          {
            label: chunks === '' ? 'Chunks (.jsonl): read it as chunks first' : 'Chunks (.jsonl)',
            disabled: chunks === '',
            onSelect: () => save(chunks, 'jsonl', 'application/jsonl'),
          },
          {
            label: 'All of it (.json)',
            onSelect: () => save(toDocumentJson(row), 'json', 'application/json'),
          },
        ]}
      />
      <AddToLibrary noun="document" entries={() => toDocumentEntries([row])} compact />
      <SendDocuments rows={[row]} compact />
    </div>
  )
}

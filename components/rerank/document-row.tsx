'use client'
import { EllipsisVertical, X } from 'lucide-react'
import { memo, useState, type KeyboardEvent } from 'react'
import { focusField } from '#components/playground/focus-field.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { documentText, isTextEditable, type RerankDocument } from '#lib/client/rerank/document-text.ts'
import { moveDocument, replaceDocument, setText } from '#lib/client/rerank/edit-documents.ts'
import { readPasteOffer } from '#lib/client/rerank/paste-offer.ts'
import { useBoardStore } from './board-context.ts'
import { PasteOfferNote } from './paste-offer-note.tsx'

export interface DocumentRowProps {
  index: number
  count: number
  document: RerankDocument
  /** Names of the fields that are read, one a line: a text, so that a row is drawn only when its own changes. */
  rankFields: string
  invalid: boolean
}

/** One document: edited, moved by button or Alt and arrow, removed. */
export const DocumentRow = memo(function DocumentRow({
  index,
  count,
  document,
  rankFields,
  invalid,
}: DocumentRowProps) {
  const store = useBoardStore()
  const [pasted, setPasted] = useState(false)
  const fields = rankFields === '' ? [] : rankFields.split('\n')
  // Of the whole row: what stood there before the paste must not be lost.
  const offer = pasted && typeof document === 'string' ? readPasteOffer(document, fields) : null
  const name = `Document ${index + 1}`
  const move = (to: number) => {
    if (to < 0 || to >= count) return
    store.update(board => moveDocument(board, index, to))
    focusField(`documents.${to}`)
  }
  const remove = () => {
    setPasted(false)
    store.update(board => replaceDocument(board, index, []))
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
  const edit = (text: string) => store.update(board => setText(board, index, text))

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
        placeholder={index === 0 && count === 0 ? 'A text, many lines, or a JSON list' : undefined}
        readOnly={!isTextEditable(document, fields)}
        value={documentText(document, fields)}
        onChange={event => edit(event.target.value)}
        onPaste={() => setPasted(true)}
        onKeyDown={press}
      />
      <span className="flex pt-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100">
        <Menu
          trigger={
            <IconButton label={`More for document ${index + 1}`} className="w-6 coarse:w-8">
              <EllipsisVertical size={14} aria-hidden />
            </IconButton>
          }
          actions={[
            { label: 'Move up', disabled: index === 0, onSelect: () => move(index - 1) },
            { label: 'Move down', disabled: index >= count - 1, onSelect: () => move(index + 1) },
            { label: 'Move to the top', disabled: index === 0, onSelect: () => move(0) },
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
            store.update(board => replaceDocument(board, index, offer.documents))
            setPasted(false)
            focusField(`documents.${index}`)
          }}
          onKeep={() => {
            setPasted(false)
            focusField(`documents.${index}`)
          }}
        />
      )}
    </li>
  )
})

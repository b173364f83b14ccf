'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { formatCount, formatCountOf } from '#lib/client/format.ts'
import { toRows } from '#components/playground/import/model/to-rows.ts'
import { setDocuments } from './model/documents/edit-documents.ts'
import { readDocuments, tooManyDocuments } from './model/documents/read-documents.ts'
import { useComparisonStore } from './comparison-context.ts'
import type { Importing, ImportStep } from './use-import.ts'

/** Content of an import file, the column to read, and why it could not be read. */
export function ImportNote({ importing }: { importing: Importing }) {
  const { step, close } = importing
  if (step === null) return null
  return (
    <div className="mb-2 rounded-md border border-line bg-sunken px-2.5 py-1.5 text-xs">
      {step.status === 'reading' && <p role="status">Reading {step.name}…</p>}
      {step.status === 'refused' && (
        <div className="flex items-center gap-3">
          <p role="alert" className="flex-1 text-bad">
            {step.name}
            {step.line !== null && `, line ${formatCount(step.line)}`}: {step.reason}
          </p>
          <Button variant="link" className="text-muted" onClick={close}>
            Dismiss
          </Button>
        </div>
      )}
      {step.status === 'choosing' && <ChooseColumn step={step} onClose={close} />}
    </div>
  )
}

function ChooseColumn({
  step,
  onClose,
}: {
  step: Extract<ImportStep, { status: 'choosing' }>
  onClose: () => void
}) {
  const store = useComparisonStore()
  const [column, setColumn] = useState(step.guess.text)
  const { rows, emptyCount } = toRows(step.table, { text: column, group: null })
  const texts = rows.map(({ text }) => text)
  const had = readDocuments(store.read().body).length
  const take = (keep: boolean) => {
    store.update(comparison =>
      setDocuments(comparison, [...(keep ? readDocuments(comparison.body) : []), ...texts]),
    )
    onClose()
  }
  const tooMany = tooManyDocuments(texts.length)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="basis-full">
        {step.name}: {formatCountOf(texts.length, 'text')}
        {emptyCount > 0 && `, ${formatCount(emptyCount)} empty skipped`}
      </p>
      {tooMany !== null && (
        <p role="alert" className="basis-full text-bad">
          {tooMany}
        </p>
      )}
      {step.table.columns.length > 1 && (
        <Select
          label="Column"
          className="w-40"
          choices={step.table.columns.map((label, index) => ({ value: String(index), label }))}
          value={String(column)}
          onChange={value => setColumn(Number(value))}
        />
      )}
      <Button variant="link" disabled={texts.length === 0} onClick={() => take(false)}>
        {had > 0 ? 'Replace documents' : 'Use as documents'}
      </Button>
      {had > 0 && (
        <Button variant="link" disabled={texts.length === 0} onClick={() => take(true)}>
          Add to documents
        </Button>
      )}
      <Button variant="link" className="text-muted" onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}

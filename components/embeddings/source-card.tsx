'use client'
import { useMemo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { withSource } from './state/request.ts'
import { rowsOf, sourceOfRows, type TextSource } from './state/text-source.ts'
import { TextsCount } from './texts-count.tsx'
import { useViewer } from './viewer-context.ts'

type CardSource = Exclude<TextSource, { kind: 'typed' }>

const noColumn = 'none'
const previewRows = 4

/** Texts that are not typed: where they come from, which columns are read, and the first of them. */
export function SourceCard({ source }: { source: CardSource }) {
  const { store } = useViewer()
  const { rows, emptyCount } = rowsOf(source)
  const put = (next: TextSource) =>
    store.update(state => ({ ...state, request: withSource(state.request, next) }))
  const asLines = useMemo(
    () => (source.kind === 'raw' ? source : sourceOfRows(rowsOf(source).rows, nameOf(source))),
    [source],
  )
  return (
    <section aria-label="Texts" className="rounded-md border border-line bg-surface">
      <div className="flex items-center gap-2 border-b border-line px-2.5 py-1.5">
        <span className="min-w-0 flex-1 truncate font-medium">{nameOf(source)}</span>
        <span className="text-xs text-muted">
          <TextsCount rows={{ rows, emptyCount }} />
        </span>
      </div>
      {source.kind === 'file' && <ColumnChoice source={source} onChange={put} />}
      <ol className="px-2.5 py-1.5 text-xs">
        {rows.slice(0, previewRows).map(row => (
          <li key={row.line} className="flex gap-2 py-0.5">
            <span className="w-8 shrink-0 text-right text-muted">{row.line}</span>
            <span className="min-w-0 flex-1 truncate">{row.text}</span>
            {row.group !== null && <span className="max-w-[30%] truncate text-muted">{row.group}</span>}
          </li>
        ))}
      </ol>
      {asLines.kind === 'typed' && (
        <Button variant="link" className="mb-2 ml-2.5 text-xs" onClick={() => put(asLines)}>
          Edit as lines
        </Button>
      )}
    </section>
  )
}

function ColumnChoice({
  source,
  onChange,
}: {
  source: Extract<TextSource, { kind: 'file' }>
  onChange: (source: TextSource) => void
}) {
  const { table, choice } = source
  const columns = table.columns.map((label, place) => ({ value: String(place), label }))
  return (
    <div className="grid grid-cols-2 gap-2 border-b border-line px-2.5 py-1.5">
      <Field label="Text column">
        {({ id }) => (
          <Select
            id={id}
            choices={columns}
            value={String(choice.text)}
            onChange={text => onChange({ ...source, choice: { ...choice, text: Number(text) } })}
          />
        )}
      </Field>
      <Field label="Colour column">
        {({ id }) => (
          <Select
            id={id}
            choices={[{ value: noColumn, label: 'None' }, ...columns]}
            value={choice.group === null ? noColumn : String(choice.group)}
            onChange={group =>
              onChange({
                ...source,
                choice: { ...choice, group: group === noColumn ? null : Number(group) },
              })
            }
          />
        )}
      </Field>
    </div>
  )
}

function nameOf(source: CardSource): string {
  if (source.kind === 'file') return source.name
  return source.kind === 'list' ? source.label : 'Input as written in the JSON view'
}

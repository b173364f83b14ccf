'use client'
import { type Column, Table } from '#components/ui/table.tsx'
import type { DocumentRow } from '#lib/client/documents/document-row.ts'
import { fieldsOfRow } from '#lib/client/documents/fields-of-row.ts'
import type { DocumentField } from '#lib/client/documents/read-document.ts'

const columns: readonly Column<DocumentField>[] = [
  { id: 'label', label: 'Label', cell: ({ label }) => <bdi>{label}</bdi>, className: 'break-words' },
  { id: 'value', label: 'Value', cell: ({ value }) => toWords(value), className: 'break-words' },
  { id: 'type', label: 'Type', cell: ({ type }) => type ?? '–' },
  { id: 'page', label: 'Page', align: 'right', cell: ({ page }) => page ?? '–' },
  {
    id: 'name',
    label: 'Name in the form',
    cell: ({ name }) => <span className="font-mono text-muted">{name}</span>,
    className: 'break-all',
  },
]

/** The fields of a form, filled or not. */
export function FieldsView({ row }: { row: DocumentRow }) {
  const fields = fieldsOfRow(row)
  return (
    <Table
      caption="Fields of the form"
      columns={columns}
      rows={fields}
      rowKey={({ name }) => name}
      empty="The document has no form fields."
    />
  )
}

function toWords(value: DocumentField['value']) {
  if (value === null || value === '') return <span className="text-muted">empty</span>
  if (typeof value === 'boolean') return value ? '☑ yes' : '☐ no'
  return typeof value === 'string' ? value : value.join(', ')
}

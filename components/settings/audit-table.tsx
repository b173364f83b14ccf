'use client'
import { RequestLink } from '#components/playground/request-link.tsx'
import { Moment } from '#components/team/moment.tsx'
import { Button } from '#components/ui/button.tsx'
import { type Column, Table } from '#components/ui/table.tsx'
import type { AuditEntry } from '#lib/contracts/team/audit.ts'
import { AuditChange } from './audit-change.tsx'

/** Entries, each with what it was and what it became. */
export function AuditTable({
  entries,
  onActor,
}: {
  entries: readonly AuditEntry[]
  onActor: (id: string) => void
}) {
  const columns: readonly Column<AuditEntry>[] = [
    { id: 'when', label: 'When', wide: true, cell: entry => <Moment time={entry.at} /> },
    {
      id: 'who',
      label: 'Who',
      wide: true,
      cell: entry => (
        <Button
          variant="link"
          className="max-w-full justify-start text-left wrap-anywhere whitespace-normal sm:min-w-32"
          title={`Show only what ${entry.actor} did`}
          onClick={() => onActor(entry.actor_id ?? 'none')}
        >
          {entry.actor}
        </Button>
      ),
    },
    {
      id: 'what',
      label: 'What',
      wide: true,
      className: 'w-1/2 wrap-anywhere',
      cell: entry => (
        <>
          <p>
            {entry.words}
            {toTarget(entry)}
          </p>
          <AuditChange before={entry.before} after={entry.after} />
        </>
      ),
    },
    { id: 'address', label: 'Address', cell: entry => entry.address ?? '–' },
  ]
  return (
    <Table
      caption="Audit log"
      columns={columns}
      rows={entries}
      rowKey={entry => entry.id}
      empty="Nothing like this happened. Clear the filters to see everything."
    />
  )
}

function toTarget({ target, target_name: name, actor_id: actor }: AuditEntry) {
  if (target === null || target === actor) return null
  if (name) return <strong className="font-medium">: {name}</strong>
  if (target.startsWith('req_')) return requestOf(target)
  // An id that nothing here is called by says nothing in a list; it is in the export.
  return /^\w+_\w{24}$/.test(target) ? null : <strong className="font-medium">: {target}</strong>
}

function requestOf(id: string) {
  return (
    <span className="break-all">
      : <RequestLink id={id}>{id}</RequestLink>
    </span>
  )
}

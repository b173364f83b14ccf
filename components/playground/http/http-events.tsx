'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import type { Run, HttpEvent } from '#lib/client/run.ts'
import { copy } from '#components/playground/copy.ts'

type Row = HttpEvent & { deltaMs: number }

const columns: readonly Column<Row>[] = [
  { id: 'number', label: '#', align: 'right', cell: row => row.number },
  { id: 'at', label: 'ms', align: 'right', cell: row => row.atMs.toFixed(1) },
  { id: 'delta', label: 'Δ ms', align: 'right', cell: row => row.deltaMs.toFixed(1) },
  { id: 'bytes', label: 'Bytes', align: 'right', cell: row => row.bytes },
  {
    id: 'data',
    label: 'Data',
    className: 'font-mono break-all',
    wide: true,
    cell: row => (row.kind === 'comment' ? <i className="text-muted">: {row.data}</i> : row.data),
  },
]

const shownAtFirst = 200
const moreAtOnce = 1000

/** Every event of a stream with its times, comments and `[DONE]` included. */
export function HttpEvents({ events }: { events: Run['events'] }) {
  const [filter, setFilter] = useState('')
  const [shownMax, setShownMax] = useState(shownAtFirst)
  const rows = events
    .map((event, index) => ({ ...event, deltaMs: event.atMs - (events[index - 1]?.atMs ?? 0) }))
    .filter(event => event.data.toLowerCase().includes(filter.toLowerCase()))
  const shown = rows.slice(0, shownMax)
  return (
    <section aria-label="Events" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-xs font-semibold">Events</h2>
        <span className="text-xs text-muted">
          {filter ? `${rows.length} of ${events.length}` : events.length}
        </span>
        <Input
          aria-label="Filter events"
          placeholder="Filter"
          className="ml-auto h-7 w-40 text-xs coarse:h-9 max-sm:w-28"
          value={filter}
          onChange={event => setFilter(event.target.value)}
        />
        <Button size="small" onClick={() => void copy(rows.map(row => row.data).join('\n'), 'Events')}>
          Copy
        </Button>
      </div>
      <div className="overflow-x-auto rounded-lg border border-line px-1">
        <Table
          caption="Events"
          columns={columns}
          rows={shown}
          rowKey={row => row.number}
          empty="No matching events"
        />
      </div>
      {shown.length < rows.length && (
        <Button size="small" className="self-start" onClick={() => setShownMax(shownMax + moreAtOnce)}>
          Show {Math.min(moreAtOnce, rows.length - shownMax).toLocaleString('en')} more of{' '}
          {rows.length.toLocaleString('en')} events
        </Button>
      )}
    </section>
  )
}

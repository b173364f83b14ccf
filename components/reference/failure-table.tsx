import Link from 'next/link'
import { Table } from '#components/ui/table.tsx'
import type { Failure } from '#lib/contracts/failures.ts'
import { InlineText } from './inline-text.tsx'

/** Statuses of failures, and how the body of one looks. */
export function FailureTable({ failures, example }: { failures: readonly Failure[]; example: string }) {
  return (
    <>
      <Table
        caption="Statuses of failures"
        rows={failures}
        rowKey={({ status }) => status}
        empty="It does not fail."
        columns={[
          { id: 'status', label: 'Status', cell: ({ status }) => <code>{status}</code> },
          { id: 'meaning', label: 'Means', wide: true, cell: ({ meaning }) => <InlineText text={meaning} /> },
        ]}
      />
      <pre tabIndex={0} className="mt-3 overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2.5">
        <code>{example}</code>
      </pre>
      <p className="mt-2 text-muted">
        What each code means and what to do:{' '}
        <Link href="/reference#codes" className="text-accent underline underline-offset-2">
          error codes
        </Link>
        .
      </p>
    </>
  )
}

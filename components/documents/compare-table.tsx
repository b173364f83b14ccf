'use client'
import { Table } from '#components/ui/table.tsx'
import { differingOptions } from '#lib/client/documents/differing-options.ts'
import { textOfRun } from '#lib/client/documents/export-documents.ts'
import { readDocument } from '#lib/client/documents/read-document.ts'
import { toTokenWords } from '#lib/client/documents/size-words.ts'
import { formatCost, formatCount, formatMs, formatShare } from '#lib/client/format.ts'
import { readRunUsage } from '#lib/client/run-usage.ts'
import type { Run } from '#lib/client/run.ts'

interface Line {
  readonly name: string
  readonly first: string
  readonly second: string
}

const columns = [
  { id: 'name', label: 'What', cell: ({ name }: Line) => <span className="text-muted">{name}</span> },
  { id: 'first', label: 'As it was read', cell: ({ first }: Line) => first },
  { id: 'second', label: 'With the other options', cell: ({ second }: Line) => second },
]

const figures: readonly (readonly [name: string, of: (run: Run) => string])[] = [
  ['Time', run => formatMs(run.timing.totalMs)],
  ['Tokens', run => withDocument(run, toTokenWords)],
  ['Characters', run => formatCount(textOfRun(run)?.length ?? null)],
  [
    'Recognised',
    run =>
      withDocument(run, ({ ocrPages, ocrConfidence }) =>
        ocrConfidence === null
          ? 'nothing'
          : `${formatCount(ocrPages.length)} ${ocrPages.length === 1 ? 'page' : 'pages'}, ${formatShare(ocrConfidence)} sure`,
      ),
  ],
  ['Cost', run => formatCost(readRunUsage(run).costUsd, false)],
]

/** In what two readings of one file differ: options, time, tokens, cost. */
export function CompareTable({ first, second }: { first: Run; second: Run }) {
  const options = differingOptions(first.request.body, second.request.body).map(option => ({
    name: option.name,
    first: option.first ?? 'not set',
    second: option.second ?? 'not set',
  }))
  const lines = figures.map(([name, of]) => ({ name, first: of(first), second: of(second) }))
  return (
    <Table
      caption="The two readings"
      columns={columns}
      rows={[...options, ...lines]}
      rowKey={({ name }) => name}
      empty=""
    />
  )
}

function withDocument(
  run: Run,
  write: (document: NonNullable<ReturnType<typeof readDocument>>) => string,
): string {
  const document = readDocument(run)
  return (document && write(document)) || '–'
}

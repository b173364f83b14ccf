'use client'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatCost, formatCount, formatMs } from '#lib/client/format.ts'
import type { RequestDetail } from '#lib/contracts/team/requests.ts'
import { nameCapability } from './capability-words.ts'
import { RequestPhases } from './request-phases.tsx'
import { RequestStatus } from './request-status.tsx'
import type { RequestAddress } from './use-request-address.ts'

const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })

/** Everything that the row itself says. */
export function RequestSummary({ row, address }: { row: RequestDetail; address: RequestAddress }) {
  const { filter, setFilter } = address
  const tokens = row.prompt_tokens + row.completion_tokens
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Outcome', <RequestStatus key="outcome" row={row} />],
    ['Time', whole.format(row.started_at)],
    ['For', `${nameCapability(row)}${row.stream ? ', streamed' : ''}`],
    ['Model', modelOf(row)],
    ['Provider', row.provider ?? '–'],
    [
      'Key',
      <>
        {row.key_name ?? row.key_id}
        {filter.key !== row.key_id && (
          <Button
            variant="link"
            className="ml-2 text-xs"
            onClick={() => setFilter({ ...filter, key: row.key_id })}
          >
            Only this key
          </Button>
        )}
      </>,
    ],
    ['Member', row.member ?? '–'],
    ['First content', formatMs(row.first_ms)],
    ['Total', formatMs(row.total_ms)],
    [
      'Tokens',
      tokens === 0
        ? '–'
        : `${row.usage_estimated ? '≈ ' : ''}${formatCount(row.prompt_tokens)} read, ${formatCount(row.completion_tokens)} written`,
    ],
    ['Cost', formatCost(row.cost_usd === 0 ? null : row.cost_usd, row.usage_estimated)],
    ...(row.document_pages > 0
      ? [
          [
            'Pages',
            `${formatCount(row.document_pages)}${row.ocr_pages > 0 ? `, ${formatCount(row.ocr_pages)} by OCR` : ''}`,
          ] as const,
        ]
      : []),
    ...(row.audio_ms > 0 ? [['Recording', formatMs(row.audio_ms)] as const] : []),
    ['Attempts', row.attempts || '–'],
    ['From', [row.address, row.client].filter(Boolean).join(' · ') || '–'],
  ]
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[6.5rem_1fr] gap-x-3 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <RequestPhases row={row} />
    </div>
  )
}

function modelOf({ model, answered_by: answeredBy }: RequestDetail): string {
  if (answeredBy === null) return model ?? '–'
  return model === null || model === answeredBy ? answeredBy : `${answeredBy}, asked for ${model}`
}

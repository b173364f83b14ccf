'use client'
import { DateField } from '#components/ui/date-field.tsx'
import { Select } from '#components/ui/select.tsx'
import { toDay } from '#lib/client/day.ts'
import { type LogFilter, readFilter } from '#lib/client/requests/filter-address.ts'
import { Labelled } from './labelled.tsx'

const any = ''
const custom = 'custom'
const windows = [
  { value: any, label: 'Any time' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: custom, label: 'Custom' },
]

/** Of which time: the last hours or days, or from one day to another. */
export function RequestWindow({
  filter,
  onChange,
}: {
  filter: LogFilter
  onChange: (filter: LogFilter) => void
}) {
  const { within = any, from = '', to = '', ...rest } = filter
  const isCustom = from !== '' || to !== ''
  const change = (time: { within: string } | { from: string; to: string }) =>
    onChange({ ...rest, ...readFilter(new URLSearchParams(time)) })
  const choose = (chosen: string) => {
    const today = toDay(Date.now())
    change(chosen === custom ? { from: today, to: today } : { within: chosen })
  }
  return (
    <>
      <Labelled label="Time">
        <Select label="Time" choices={windows} value={isCustom ? custom : within} onChange={choose} />
      </Labelled>
      {isCustom && (
        <>
          <DateField label="From" value={from} onChange={day => change({ from: day, to })} />
          <DateField label="To" value={to} onChange={day => change({ from, to: day })} />
        </>
      )}
    </>
  )
}

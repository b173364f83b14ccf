'use client'

import { useQuery } from '@tanstack/react-query'
import { ListFilter, Search } from 'lucide-react'
import { type FormEvent, useId, useState, type ReactNode } from 'react'
import { useAccount } from '#components/shell/account-context.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { type LogFilter, readFilter } from './model/filter-address.ts'
import { listMembers } from '#components/members/model/members.ts'
import { listTeamKeys } from '#components/keys/model/team-keys.ts'
import { capabilities, capabilityIds } from '#lib/contracts/api/capabilities.ts'
import type { RequestAddress } from './use-request-address.ts'
import { DateField } from '#components/ui/form/date-field.tsx'
import { toDay } from '#lib/client/day.ts'

const any = ''
const outcomes = [
  { value: any, label: 'Any outcome' },
  { value: 'ok', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
  { value: '4xx', label: 'Client error (4xx)' },
  { value: '5xx', label: 'Server error (5xx)' },
  { value: 'abandoned', label: 'Canceled by client' },
]
const capabilityChoices = [
  { value: any, label: 'Any operation' },
  ...capabilityIds.map(value => ({ value, label: capabilities[value].label })),
]

/** Filters of the log; each one is in the URL. */
export function RequestFilters({ address, everybodys }: { address: RequestAddress; everybodys: boolean }) {
  const { filter, setFilter, open } = address
  const { signedIn } = useAccount()
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const keys = useQuery({ queryKey: ['team-keys'], queryFn: listTeamKeys })
  const members = useQuery({ queryKey: ['people'], queryFn: listMembers, enabled: everybodys && signedIn })
  const set = (name: keyof LogFilter, value: string) => {
    const search = new URLSearchParams(toText({ ...filter, [name]: value }))
    setFilter(readFilter(search))
  }
  const choice = (
    name: keyof LogFilter,
    label: string,
    choices: readonly { value: string; label: string }[],
  ) => (
    <Labeled label={label}>
      <Select
        label={label}
        choices={choices}
        value={String(filter[name] ?? any)}
        onChange={value => set(name, value)}
      />
    </Labeled>
  )
  const text = (name: 'model' | 'provider' | 'code' | 'min_ms', label: string, placeholder: string) => (
    <TextFilter
      name={name}
      label={label}
      placeholder={placeholder}
      value={String(filter[name] ?? '')}
      numeric={name === 'min_ms'}
      onChange={value => set(name, value)}
    />
  )
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const typed = (name: string) => {
      const value = given.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const found = typed('find')
    if (found.startsWith('req_')) return open(found)
    const box = event.currentTarget.elements.namedItem('find')
    if (box instanceof HTMLInputElement) box.value = ''
    const names = found === '' ? [] : ((keys.data ?? (await keys.refetch()).data)?.keys ?? [])
    const fields = {
      model: typed('model'),
      provider: typed('provider'),
      code: typed('code'),
      min_ms: typed('min_ms'),
      ...toFilter(found, names),
    }
    setFilter(readFilter(new URLSearchParams(toText({ ...filter, ...fields }))))
  }
  const { within: _, from: __, to: ___, ...others } = filter
  const active = Object.keys(others).length
  return (
    <form
      role="search"
      aria-label="Filter requests"
      onSubmit={event => void submit(event)}
      className="flex shrink-0 flex-col gap-2 border-b border-line px-5 py-2.5 max-sm:px-3"
    >
      <div className="flex flex-wrap items-end gap-2">
        <span className="relative min-w-40 flex-1 @lg:max-w-72">
          <Search size={16} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
          <Input
            aria-label="Request ID, model or key"
            name="find"
            placeholder="Request ID, model or key"
            className="pl-8"
            data-main-input
          />
        </span>
        <RequestWindow filter={filter} onChange={setFilter} />
        <Button aria-expanded={isOpen} aria-controls={panelId} onClick={() => setOpen(!isOpen)}>
          <ListFilter size={16} aria-hidden />
          Filters{active > 0 && ` (${active})`}
        </Button>
        {Object.keys(filter).length > 0 && (
          <Button type="reset" variant="plain" onClick={() => setFilter({})}>
            Clear
          </Button>
        )}
      </div>
      <div
        id={panelId}
        hidden={!isOpen}
        className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] items-end gap-2 [&[hidden]]:hidden"
      >
        {choice('capability', 'Operation', capabilityChoices)}
        {choice('outcome', 'Outcome', outcomes)}
        {choice('key', 'Key', [
          { value: any, label: 'Any key' },
          ...(keys.data?.keys ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ])}
        {everybodys &&
          signedIn &&
          choice('member', 'Member', [
            { value: any, label: 'Any member' },
            ...(members.data?.members ?? []).map(({ user_id: value, name }) => ({ value, label: name })),
          ])}
        {text('model', 'Model', 'Any model')}
        {text('provider', 'Provider', 'Any provider')}
        {text('code', 'Error code', 'rate_limit_exceeded')}
        {text('min_ms', 'Min. duration (ms)', '0')}
        <Button type="submit" className="justify-self-start">
          Apply
        </Button>
      </div>
    </form>
  )
}

/** The name of a key filters by it, and other text by model. */
function toFilter(text: string, keys: readonly { id: string; name: string }[]): LogFilter {
  if (text === '') return {}
  const key = keys.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  return key === undefined ? { model: text } : { key: key.id }
}

function toText(fields: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')]))
}

/** A text filter: applied on blur or submit, and synced with the URL. */
function TextFilter({
  name,
  label,
  placeholder,
  value,
  numeric = false,
  onChange,
}: {
  name: string
  label: string
  placeholder: string
  /** The value in the URL. */
  value: string
  numeric?: boolean
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [former, setFormer] = useState(value)
  // A link, “Clear” or back navigation changed the filter: drop the typed text.
  if (value !== former) {
    setFormer(value)
    setTyped(value)
  }
  return (
    <Labeled label={label}>
      <Input
        aria-label={label}
        name={name}
        value={typed}
        placeholder={placeholder}
        inputMode={numeric ? 'numeric' : 'text'}
        onChange={event => setTyped(event.target.value)}
        onBlur={() => typed.trim() !== value && onChange(typed)}
      />
    </Labeled>
  )
}

const requestWindowAny = ''
const custom = 'custom'
const windows = [
  { value: requestWindowAny, label: 'Any time' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: custom, label: 'Custom' },
]

/** Time filter: a preset or a custom range of days. */
function RequestWindow({ filter, onChange }: { filter: LogFilter; onChange: (filter: LogFilter) => void }) {
  const { within = requestWindowAny, from = '', to = '', ...rest } = filter
  const isCustom = from !== '' || to !== ''
  const change = (time: { within: string } | { from: string; to: string }) =>
    onChange({ ...rest, ...readFilter(new URLSearchParams(time)) })
  const choose = (chosen: string) => {
    const today = toDay(Date.now())
    change(chosen === custom ? { from: today, to: today } : { within: chosen })
  }
  return (
    <>
      <Select
        label="Time"
        className="w-36"
        choices={windows}
        value={isCustom ? custom : within}
        onChange={choose}
      />
      {isCustom && (
        <>
          <DateField label="From" value={from} onChange={day => change({ from: day, to })} />
          <DateField label="To" value={to} onChange={day => change({ from, to: day })} />
        </>
      )}
    </>
  )
}

/** A visual label; the control has its own accessible name. */
function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <span aria-hidden className="block text-xs text-muted">
        {label}
      </span>
      {children}
    </div>
  )
}

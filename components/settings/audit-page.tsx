'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { ListState } from '#components/console-kit/list-state.tsx'
import { MoreButton } from '#components/console-kit/more-button.tsx'
import { Section } from '#components/console-kit/section.tsx'
import { DownloadLink } from '#components/ui/button/download-link.tsx'
import { listAudit, toAuditExportAddress, listAuditChoices } from './model/audit.ts'
import {
  type AuditSearchParams,
  isFiltered,
  readAuditSearchParams,
  writeAuditSearchParams,
} from './model/audit-search-params.ts'
import { RequestLink } from '#components/playground/http/request-link.tsx'
import { Timestamp } from '#components/console-kit/timestamp.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { type Column, Table } from '#components/ui/data/table.tsx'
import type { AuditEntry } from '#lib/contracts/console/audit.ts'
import { formatEmptyAudit, listChanged, toLabel, formatValue } from './audit-labels.ts'
import { DateField } from '#components/ui/form/date-field.tsx'
import { Field, type FieldIds } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'

/** The audit log, newest first. */
export function AuditPage() {
  const searchParams = readAuditSearchParams(useSearchParams())
  const entries = useInfiniteQuery({
    queryKey: ['audit', searchParams],
    queryFn: ({ pageParam }) => listAudit(searchParams, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.next,
  })
  // Next.js syncs with the History API on its own.
  const go = (change: Partial<AuditSearchParams>) =>
    history.replaceState(
      null,
      '',
      `${location.pathname}${writeAuditSearchParams({ ...searchParams, ...change })}`,
    )
  return (
    <Section
      title="Audit log"
      about="Changes and sign-ins of the team. Entries are append-only; each export adds an entry."
      actions={
        <>
          <DownloadLink href={toAuditExportAddress(searchParams, 'csv')}>CSV</DownloadLink>
          <DownloadLink href={toAuditExportAddress(searchParams, 'jsonl')}>JSONL</DownloadLink>
        </>
      }
    >
      <AuditFilters searchParams={searchParams} onChange={go} />
      <ListState query={entries}>
        {({ pages }) => (
          <>
            <AuditTable
              entries={pages.flatMap(page => page.entries)}
              filtered={isFiltered(searchParams)}
              onActor={actor => go({ actor })}
            />
            <MoreButton list={entries}>Load older</MoreButton>
          </>
        )}
      </ListState>
    </Section>
  )
}

/** Entries with the values before and after each change. */
function AuditTable({
  entries,
  filtered,
  onActor,
}: {
  entries: readonly AuditEntry[]
  filtered: boolean
  onActor: (id: string) => void
}) {
  const columns: readonly Column<AuditEntry>[] = [
    { id: 'when', label: 'Time', wide: true, cell: entry => <Timestamp time={entry.at} /> },
    {
      id: 'who',
      label: 'Actor',
      wide: true,
      cell: entry => (
        <Button
          variant="link"
          className="max-w-full justify-start px-0 text-left wrap-anywhere whitespace-normal sm:min-w-32"
          title={`Show only entries by ${entry.actor}`}
          onClick={() => onActor(entry.actor_id ?? 'none')}
        >
          {entry.actor}
        </Button>
      ),
    },
    {
      id: 'what',
      label: 'Event',
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
    { id: 'address', label: 'IP address', cell: entry => entry.address ?? '–' },
  ]
  return (
    <Table
      caption="Audit log"
      columns={columns}
      rows={entries}
      rowKey={entry => entry.id}
      empty={formatEmptyAudit(filtered)}
    />
  )
}

function toTarget({ target, target_name: name, actor_id: actor }: AuditEntry) {
  if (target === null || target === actor) return null
  if (name) return <strong className="font-medium">: {name}</strong>
  if (target.startsWith('req_')) return requestOf(target)
  // An id without a name does not help in a list; the export has it.
  return /^\w+_\w{24}$/.test(target) ? null : <strong className="font-medium">: {target}</strong>
}

function requestOf(id: string) {
  return (
    <span className="break-all">
      : <RequestLink id={id}>{id}</RequestLink>
    </span>
  )
}

type Fields = Readonly<Record<string, unknown>> | null

/** The values before and after, per field; empty if there are none or nothing changed. */
function AuditChange({ before, after }: { before: Fields; after: Fields }) {
  const names = listChanged(before, after)
  if (names.length === 0) return null
  return (
    <dl className="mt-0.5 flex flex-col gap-0.5 text-muted">
      {names.map(name => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          <dt>{toLabel(name)}:</dt>
          <dd className="min-w-0 font-mono wrap-anywhere">
            {isIn(before, name) && (
              <>
                <del className={isIn(after, name) ? '' : 'no-underline'}>
                  {formatValue(name, before?.[name])}
                </del>
                {isIn(after, name) && <span aria-hidden> → </span>}
              </>
            )}
            {isIn(after, name) && (
              <ins className="text-text no-underline">{formatValue(name, after?.[name])}</ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isIn(fields: Fields, name: string): boolean {
  return fields !== null && Object.hasOwn(fields, name)
}

interface Choice {
  readonly id: string
  readonly words: string
}

const noMember: Choice = { id: 'none', words: 'CLI and server' }

/** Filters by event, actor and time. */
function AuditFilters({
  searchParams,
  onChange,
}: {
  searchParams: AuditSearchParams
  onChange: (change: Partial<AuditSearchParams>) => void
}) {
  const choices = useQuery({ queryKey: ['audit-choices'], queryFn: listAuditChoices })
  const members = (choices.data?.people ?? []).map(({ id, name }) => ({ id, words: name }))
  return (
    <div className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem_9rem_auto]">
      <Field label="Event">
        {ids => (
          <Choices
            ids={ids}
            none="All events"
            choices={choices.data?.actions ?? []}
            value={searchParams.action}
            onChange={action => onChange({ action })}
          />
        )}
      </Field>
      <Field label="Actor">
        {ids => (
          <Choices
            ids={ids}
            none="Everyone"
            choices={[...members, noMember]}
            value={searchParams.actor}
            onChange={actor => onChange({ actor })}
          />
        )}
      </Field>
      <DateField
        label="From"
        value={searchParams.from ?? ''}
        onChange={day => onChange({ from: day || null })}
      />
      <DateField label="To" value={searchParams.to ?? ''} onChange={day => onChange({ to: day || null })} />
      <Button
        variant="plain"
        className="justify-self-start"
        disabled={!isFiltered(searchParams)}
        focusableWhenDisabled
        onClick={() => onChange({ action: null, actor: null, from: null, to: null })}
      >
        Clear
      </Button>
    </div>
  )
}

/** A select that also lists an unknown value from the URL. */
function Choices({
  ids,
  none,
  choices,
  value,
  onChange,
}: {
  ids: FieldIds
  none: string
  choices: readonly Choice[]
  value: string | null
  onChange: (id: string | null) => void
}) {
  const isKnown = value === null || choices.some(({ id }) => id === value)
  const offered = [
    { value: '', label: none },
    ...(isKnown ? [] : [{ value, label: value }]),
    ...choices.map(({ id, words: label }) => ({ value: id, label: label })),
  ]
  return (
    <NativeSelect
      {...ids}
      choices={offered}
      value={value ?? ''}
      onChange={chosen => onChange(chosen === '' ? null : chosen)}
    />
  )
}

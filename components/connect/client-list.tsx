'use client'

import {
  AppWindow,
  Braces,
  Check,
  Globe,
  type LucideIcon,
  Search,
  SquarePen,
  Terminal,
  Wrench,
} from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Dot } from '#components/ui/data/dot.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { clientGroups, type ConnectClient } from '#lib/snippets/connect/connect-client.ts'

/** All clients by group, with a search field. */
export function ClientList({
  clients,
  recent,
  chosen,
  onChoose,
}: {
  clients: readonly ConnectClient[]
  /** Programs that sent requests in the last seven days, by their `User-Agent`. */
  recent: readonly string[]
  chosen: ConnectClient
  onChoose: (client: ConnectClient) => void
}) {
  const [query, setQuery] = useState('')
  const list = useRef<HTMLFieldSetElement>(null)
  // On small screens the list scrolls, and a link may have chosen a client below.
  useEffect(() => {
    const card = list.current?.querySelector(':checked')?.parentElement
    if (list.current && card)
      list.current.scrollTop = card.offsetTop - list.current.offsetTop - card.offsetHeight
  }, [])
  const found = clients.filter(client => matches(client, query))
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <span className="relative">
        <Search size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
        <Input
          type="search"
          data-main-input
          aria-label="Search clients"
          placeholder="Search clients"
          className="pl-8"
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
      </span>
      <p role="status" className="text-muted empty:hidden">
        {found.length === 0 && 'No client found. Any client with a base URL works: see curl for the request.'}
      </p>
      <fieldset
        ref={list}
        aria-label="Client"
        className="flex min-w-0 flex-col gap-3 max-lg:max-h-80 max-lg:overflow-y-auto max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:p-2"
      >
        {clientGroups.map(group => (
          <Group
            key={group}
            name={group}
            clients={found.filter(client => client.group === group)}
            recent={recent}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </fieldset>
    </div>
  )
}

function matches({ name, about, group }: ConnectClient, query: string): boolean {
  const text = `${name} ${about} ${group}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

function Group({
  name,
  clients,
  recent,
  chosen,
  onChoose,
}: {
  name: ConnectClient['group']
  clients: readonly ConnectClient[]
  recent: readonly string[]
  chosen: ConnectClient
  onChoose: (client: ConnectClient) => void
}) {
  const id = useId()
  if (clients.length === 0) return null
  return (
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className="mb-0.5 pl-2 text-xs font-medium text-muted">
        {name}
      </h3>
      <div className="flex flex-col max-lg:grid max-lg:grid-cols-2 max-sm:grid-cols-1">
        {clients.map(client => (
          <Card
            key={client.id}
            client={client}
            isRecent={recent.some(agent => client.userAgent?.test(agent))}
            checked={client.id === chosen.id}
            onChoose={() => onChoose(client)}
          />
        ))}
      </div>
    </div>
  )
}

const icons: Readonly<Record<ConnectClient['group'], LucideIcon>> = {
  Agents: Terminal,
  MCP: Wrench,
  Editors: SquarePen,
  SDKs: Braces,
  'Front ends': AppWindow,
  curl: Terminal,
}

function Card({
  client,
  isRecent,
  checked,
  onChoose,
}: {
  client: ConnectClient
  isRecent: boolean
  checked: boolean
  onChoose: () => void
}) {
  const Icon = client.id === 'firecrawl' ? Globe : icons[client.group]
  return (
    <label className="relative flex items-center gap-2.5 rounded-lg border border-transparent py-1 pr-2.5 pl-2 hover:bg-hover has-checked:border-accent-line has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent-text">
      <input
        type="radio"
        name="connect-client"
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-md border border-line-strong bg-raised text-soft"
      >
        <Icon size={16} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 font-medium">
          <span className="truncate">{client.name}</span>
          {isRecent && (
            <span className="flex" title="Sent requests in the last 7 days">
              <Dot tone="ok" />
              <span className="sr-only">, sent requests in the last 7 days</span>
            </span>
          )}
        </span>
        <span className="block truncate text-xs text-muted">
          {client.about} · {isRun(client) ? 'tested' : 'not tested'}
        </span>
      </span>
      {checked && <Check size={16} aria-hidden className="text-accent-text" />}
    </label>
  )
}

/** Whether we ran the lines of its first way. */
function isRun({ ways: [first] }: ConnectClient): boolean {
  return first.proof.kind !== 'read'
}

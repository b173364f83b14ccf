'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Copy } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { copy } from '#components/playground/copy.ts'
import { isEditable } from '#components/shell/shortcut.ts'
import { ListState } from '#components/team/list-state.tsx'
import { CloseButton } from '#components/ui/close-button.tsx'
import { Drawer } from '#components/ui/drawer.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { TabStrip } from '#components/ui/tab-strip.tsx'
import { readRequest } from '#lib/client/requests/ask-requests.ts'
import { ConsoleRefusal } from '#lib/client/team/ask-console.ts'
import { type BodyTab, KeptBodies } from './kept-bodies.tsx'
import { ReplayButton } from './replay-button.tsx'
import { RequestSummary } from './request-summary.tsx'
import type { RequestAddress } from './use-request-address.ts'

const tabs = [
  { value: 'summary', label: 'Summary' },
  { value: 'request', label: 'Request' },
  { value: 'response', label: 'Response' },
  { value: 'events', label: 'Events' },
] as const satisfies readonly { value: BodyTab | 'summary'; label: string }[]

// A row is written within half a second of the request's end.
const asksMax = 8
const askAgainMs = 250

/** One request beside the list. A link may lead here before its row is written: it is waited for. */
export function RequestDrawer({
  id,
  address,
  previous,
  next,
  onClose,
}: {
  id: string
  address: RequestAddress
  /** Ids of the rows above and below, where the request is in the list. */
  previous: string | undefined
  next: string | undefined
  onClose: () => void
}) {
  const [tab, setTab] = useState<BodyTab | 'summary'>('summary')
  const heading = useRef<HTMLHeadingElement>(null)
  const request = useQuery({
    queryKey: ['request', id],
    queryFn: () => readRequest(id),
    retry: (count, error) => error instanceof ConsoleRefusal && error.code === 'not_found' && count < asksMax,
    retryDelay: askAgainMs,
  })
  const go = (to: string | undefined) => {
    if (to !== undefined) address.open(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditable(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'j') go(next)
    if (event.key === 'k') go(previous)
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Request"
      side="right"
      initialFocus={heading}
      className="w-[min(46rem,calc(100vw-16px))]"
    >
      <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown} role="presentation">
        <header className="flex items-center gap-1 border-b border-line py-2 pr-2 pl-4">
          <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 truncate font-mono text-xs outline-none">
            {id}
          </h2>
          <IconButton label="Copy the request id" onClick={() => void copy(id, 'Request id')}>
            <Copy size={16} aria-hidden />
          </IconButton>
          <IconButton
            label="Newer request"
            keys="k"
            disabled={previous === undefined}
            focusableWhenDisabled
            onClick={() => go(previous)}
          >
            <ChevronUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            label="Older request"
            keys="j"
            disabled={next === undefined}
            focusableWhenDisabled
            onClick={() => go(next)}
          >
            <ChevronDown size={16} aria-hidden />
          </IconButton>
          <CloseButton onClick={onClose} />
        </header>
        <div className="flex items-center border-b border-line pr-3 pl-2">
          <TabStrip label="Parts of the request" choices={tabs} value={tab} onChange={setTab} />
          {request.data && <ReplayButton row={request.data} />}
        </div>
        <div className="scroll min-h-0 flex-1 p-4">
          <ListState query={request}>
            {row =>
              tab === 'summary' ? (
                <RequestSummary row={row} address={address} />
              ) : (
                <KeptBodies row={row} tab={tab} />
              )
            }
          </ListState>
        </div>
      </div>
    </Drawer>
  )
}

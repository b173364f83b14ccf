'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Copy } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { ListState } from '#components/console-kit/list-state.tsx'
import { copy } from '#components/playground/copy.ts'
import { isEditable } from '#components/shell/shortcut.ts'
import { CloseButton } from '#components/ui/button/close-button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Drawer } from '#components/ui/overlay/drawer.tsx'
import { useMediaQuery } from '#components/ui/use-media-query.ts'
import { ConsoleRefusal } from '#lib/client/ask-console.ts'
import { readRequest } from './model/ask-requests.ts'
import { RequestDetails } from './request-details.tsx'
import type { RequestAddress } from './use-request-address.ts'

// A row is written within half a second after the request ends.
const asksMax = 8
const askAgainMs = 250

interface RequestDrawerProps {
  id: string
  address: RequestAddress
  /** Ids of the rows above and below, if the request is in the list. */
  previous: string | undefined
  next: string | undefined
  onClose: () => void
}

/** One request: a column beside the list where there is room, otherwise a drawer over it. */
export function RequestDrawer(props: RequestDrawerProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isColumn = useMediaQuery('(min-width: 1240px)')
  const content = <OpenRequest {...props} heading={heading} />
  if (isColumn) {
    return (
      <section
        aria-label="Request"
        className="flex w-[min(656px,58%)] shrink-0 flex-col border-l border-line bg-canvas"
      >
        {content}
      </section>
    )
  }
  const { previous, next, address, onClose } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEditable(event.target) || event.metaKey || event.ctrlKey || event.altKey) return
    if (event.key === 'j' && next !== undefined) address.open(next)
    if (event.key === 'k' && previous !== undefined) address.open(previous)
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title="Request"
      side="right"
      initialFocus={heading}
      className="w-[min(656px,100vw)]"
    >
      {/* The shortcuts of the page are off within a dialog. */}
      <div className="flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown} role="presentation">
        {content}
      </div>
    </Drawer>
  )
}

/** A link can open before the row is written, so loading retries. */
function OpenRequest({
  id,
  address,
  previous,
  next,
  onClose,
  heading,
}: RequestDrawerProps & { heading: RefObject<HTMLHeadingElement | null> }) {
  const request = useQuery({
    queryKey: ['request', id],
    queryFn: () => readRequest(id),
    retry: (count, error) => error instanceof ConsoleRefusal && error.code === 'not_found' && count < asksMax,
    retryDelay: askAgainMs,
  })
  const go = (to: string | undefined) => {
    if (to !== undefined) address.open(to)
  }
  return (
    <>
      <header className="flex h-10 shrink-0 items-center gap-1 border-b border-line pr-2 pl-5 max-sm:pl-3">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 truncate font-mono text-xs outline-none">
          {id}
        </h2>
        <IconButton label="Copy request ID" onClick={() => void copy(id, 'Request ID')}>
          <Copy size={16} aria-hidden />
        </IconButton>
        <span className="flex-1" />
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
      {request.data === undefined ? (
        <div className="px-5 py-2 max-sm:px-3">
          <ListState query={request}>{() => null}</ListState>
        </div>
      ) : (
        <RequestDetails key={id} row={request.data} address={address} />
      )}
    </>
  )
}

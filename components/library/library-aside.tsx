'use client'

import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { classNames } from '#components/ui/class-names.ts'
import { formatCount, formatBytes } from '#lib/client/format.ts'
import { statusQuery, type LibraryState, setSaveEverything } from './model/library-status.ts'
import { useLibrarySearchParams } from './use-library-search-params.ts'
import { useLibraryRights } from './use-library-rights.ts'
import { Progress } from '#components/ui/data/progress.tsx'
import { useId, useState } from 'react'
import { Switch } from '#components/ui/form/switch.tsx'

const entryStyle =
  'flex h-[30px] w-full items-center gap-2 rounded-md border border-transparent px-2 text-left text-muted hover:text-text aria-[current]:border-line aria-[current]:bg-sunken aria-[current]:text-text coarse:h-10'

/** Collections with counts, the quota, and the auto-save switch. */
export function LibraryAside({ onLeave }: { onLeave?: () => void }) {
  const { data: status } = useQuery(statusQuery)
  const { manages } = useLibraryRights()
  const [{ collection }, go] = useLibrarySearchParams()
  const choose = (name: string | null) => {
    go({ collection: name }, { step: true })
    onLeave?.()
  }
  const entries = [
    { name: null, label: 'All collections', items: status?.items ?? null },
    ...(status?.collections ?? []).map(each => ({ ...each, label: each.name })),
  ]
  return (
    <div className="flex h-full flex-col">
      <nav aria-label="Collections" className="scroll min-h-24 flex-1 p-2">
        <ul className="flex flex-col gap-0.5">
          {entries.map(({ name, label, items }) => (
            <li key={label}>
              <button
                type="button"
                aria-current={collection === name || undefined}
                onClick={() => choose(name)}
                className={entryStyle}
              >
                <bdi className={classNames('min-w-0 flex-1 truncate', name === null && 'font-medium')}>
                  {label}
                </bdi>
                <span className="text-xs">{formatCount(items)}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {status && (
        <div className="flex shrink-0 flex-col gap-3 border-t border-line p-3">
          {manages && <SaveEverything on={status.keepsEverything} />}
          <QuotaMeter status={status} />
        </div>
      )}
    </div>
  )
}

/** Quota usage: items or text, whichever is closer to its limit. */
function QuotaMeter({ status }: { status: LibraryState }) {
  const { items, itemsMax, bytes, bytesMax } = status
  const share = Math.max(itemsMax ? items / itemsMax : 0, bytesMax ? bytes / bytesMax : 0)
  const words = [
    `${formatCount(items)}${itemsMax ? ` of ${formatCount(itemsMax)}` : ''} items`,
    `${formatBytes(bytes)}${bytesMax ? ` of ${formatBytes(bytesMax)}` : ''} of text`,
  ]
  return (
    <div className="flex flex-col gap-1.5 text-xs text-muted">
      <Progress label="Quota used" value={Math.min(share, 1)} max={1} text={words.join(', ')} />
      {words.map(line => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}

/** Whether everything read with the team's API keys is saved; off by default. */
function SaveEverything({ on }: { on: boolean }) {
  const id = useId()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const change = useMutation({
    mutationFn: setSaveEverything,
    onSuccess: status => queries.setQueryData(statusQuery.queryKey, status),
    onSettled: () => setChosen(null),
  })
  // Updates optimistically and rolls back on failure.
  const shown = chosen ?? on
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id}>Save everything</label>
        <Switch
          id={id}
          checked={shown}
          onChange={next => {
            setChosen(next)
            change.mutate(next)
          }}
          aria-describedby={`${id}-help`}
        />
      </div>
      <p id={`${id}-help`} className="text-xs text-muted">
        {shown
          ? 'Saves every page and document read with the team’s API keys, unless a request sets “library: false”.'
          : 'Off: only items that you add are saved.'}
      </p>
      {change.error && (
        <p role="alert" className="text-xs text-bad">
          Setting not changed: {change.error.message}
        </p>
      )}
    </div>
  )
}

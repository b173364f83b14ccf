'use client'
import { useQuery } from '@tanstack/react-query'
import { classNames } from '#components/ui/class-names.ts'
import { formatCount } from '#lib/client/format.ts'
import { statusQuery } from '#lib/client/library/library-status.ts'
import { KeepEverything } from './keep-everything.tsx'
import { QuotaMeter } from './quota-meter.tsx'
import { useLibraryPlace } from './use-library-place.ts'
import { useLibraryRights } from './use-library-rights.ts'

const entryStyle =
  'flex h-[30px] w-full items-center gap-2 rounded-md border border-transparent px-2 text-left text-muted hover:text-text aria-[current]:border-line aria-[current]:bg-sunken aria-[current]:text-text coarse:h-10'

/** The collections with their counts, how full the library is, and what it keeps by itself. */
export function LibraryAside({ onLeave }: { onLeave?: () => void }) {
  const { data: status } = useQuery(statusQuery)
  const { manages } = useLibraryRights()
  const [{ collection }, go] = useLibraryPlace()
  const choose = (name: string | null) => {
    go({ collection: name }, { step: true })
    onLeave?.()
  }
  const entries = [
    { name: null, label: 'Everything', items: status?.items ?? null },
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
          {manages && <KeepEverything on={status.keepsEverything} />}
          <QuotaMeter status={status} />
        </div>
      )}
    </div>
  )
}

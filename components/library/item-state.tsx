import { Check, CircleDashed, CircleX, Loader } from 'lucide-react'
import { Progress } from '#components/ui/data/progress.tsx'
import { formatState } from './model/format-item.ts'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'

/** The state of an item as an icon and text, with indexing progress. */
export function ItemState({ item }: { item: LibraryItem }) {
  const { state, embedded, chunks } = item
  const label = formatState(item)
  const going = state === 'queued' && embedded > 0
  return (
    <span className="flex max-w-full min-w-0 items-center gap-1.5 max-sm:justify-self-end">
      {state === 'indexed' && embedded >= chunks && <Check size={14} className="text-ok" aria-hidden />}
      {state === 'indexed' && embedded < chunks && <CircleDashed size={14} aria-hidden />}
      {state === 'failed' && <CircleX size={14} className="text-bad" aria-hidden />}
      {going && <Loader size={14} className="text-accent-text" aria-hidden />}
      {state === 'queued' && !going && <CircleDashed size={14} aria-hidden />}
      <span className="min-w-0 flex-1">
        <span title={label} className={`block truncate ${state === 'failed' ? 'text-bad' : ''}`}>
          {label}
        </span>
        {going && <Progress label="Indexed" value={embedded} max={chunks} text={label} />}
      </span>
    </span>
  )
}

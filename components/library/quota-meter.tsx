import { Progress } from '#components/ui/progress.tsx'
import { formatBytes, formatCount } from '#lib/client/format.ts'
import type { LibraryState } from '#lib/client/library/library-status.ts'

/** How much of what the team may keep is used: the scarcer of items and text. */
export function QuotaMeter({ status }: { status: LibraryState }) {
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

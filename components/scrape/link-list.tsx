'use client'
import { ExternalLink } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { isWebAddress } from '#lib/client/scrape/filter-links.ts'
import { useRows } from '#components/ui/use-rows.ts'

const rowPixels = 30

/** Links with a box each; any number of them. */
export function LinkList({
  links,
  selected,
  onToggle,
}: {
  links: readonly string[]
  selected: ReadonlySet<string>
  onToggle: (link: string) => void
}) {
  const { scroller, items, totalPixels, active, setActive, onKeyDown } = useRows(links.length, rowPixels)
  return (
    <div
      ref={scroller}
      className={classNames(
        'scroll min-h-0 flex-1 rounded-md border border-line',
        links.length === 0 && 'hidden',
      )}
    >
      <ul aria-label="Links" className="relative" style={{ height: totalPixels }}>
        {items.map(({ index, start }) => {
          const link = links[index] ?? ''
          const web = isWebAddress(link)
          return (
            <li
              key={link}
              aria-setsize={links.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 flex items-center gap-2 border-b border-line px-2"
              style={{ top: start, height: rowPixels }}
            >
              <label className="flex min-w-0 flex-1 items-center gap-2">
                <input
                  type="checkbox"
                  data-place={index}
                  tabIndex={index === active ? 0 : -1}
                  checked={selected.has(link)}
                  // Kept reachable: the arrows go over it.
                  aria-disabled={!web}
                  onChange={() => web && onToggle(link)}
                  onFocus={() => setActive(index)}
                  onKeyDown={onKeyDown}
                  className="size-4 shrink-0 accent-accent"
                />
                <bdi dir="ltr" className="truncate">
                  {link.slice(0, 500)}
                </bdi>
              </label>
              {web && (
                <a
                  href={link}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  tabIndex={index === active ? 0 : -1}
                  aria-label={`Open ${link.slice(0, 200)} in a new tab`}
                  className="grid size-6 shrink-0 place-items-center rounded text-muted hover:text-text"
                >
                  <ExternalLink size={14} aria-hidden />
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { SendToMenu } from '#components/playground/send-to-menu.tsx'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { itemPath } from '#lib/client/library/item-address.ts'
import { type LibraryHit, type LibraryHits, searchQuery } from '#lib/client/library/search-library.ts'
import { queryWords } from '#lib/client/rerank/mark-words.ts'
import { HitCard } from './hit-card.tsx'
import { LibraryError } from './library-error.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { useLibraryPlace } from './use-library-place.ts'

/** The passages that fit a question, best first, each with the way to its page. */
export function HitsPane() {
  const [{ find, collection }, go] = useLibraryPlace()
  const { data, error, isPending, refetch } = useQuery(searchQuery(find, collection))
  return (
    <>
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-panel py-1 pr-3 pl-2">
        <Button
          variant="plain"
          onClick={() => {
            go({ find: '' }, { step: true })
            // This button goes with the passages: the keyboard stays near.
            document.querySelector<HTMLElement>('[data-main-input]')?.focus()
          }}
        >
          <ArrowLeft size={16} aria-hidden />
          All items
        </Button>
        <p role="status" className="min-w-0 flex-1 text-xs text-muted">
          {isPending && 'Searching …'}
          {data && toFoundWords(data, collection)}
        </p>
        {data && data.hits.length > 0 && (
          <SendToMenu
            from="library"
            kind="documents"
            label="Send passages to"
            inPalette
            content={() => ({ items: data.hits.map(toParcelItem), query: find, runId: null })}
          />
        )}
      </div>
      {isPending && <SkeletonRows />}
      {error && (
        <div className="p-4 max-sm:p-3">
          <LibraryError error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data && <Hits hits={data.hits} />}
    </>
  )
}

function Hits({ hits }: { hits: readonly LibraryHit[] }) {
  const [{ find, collection }, go] = useLibraryPlace()
  const list = useRef<HTMLOListElement>(null)
  const words = useMemo(() => queryWords(find), [find])
  const step = (by: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
    const at = links.findIndex(link => link === document.activeElement)
    const next = links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]
    next?.focus()
  }
  useCommands([
    { id: 'next-item', label: 'Next passage', section: 'View', shortcut: { key: 'j' }, run: () => step(1) },
    {
      id: 'previous-item',
      label: 'Previous passage',
      section: 'View',
      shortcut: { key: 'k' },
      run: () => step(-1),
    },
  ])
  if (hits.length === 0) {
    return (
      <div className="flex flex-col items-start gap-2 px-5 py-4 text-muted max-sm:px-3">
        <p>Nothing that is kept here fits. Try other words, or fewer.</p>
        {collection !== null && (
          <Button onClick={() => go({ collection: null }, { step: true })}>Search all collections</Button>
        )}
      </div>
    )
  }
  return (
    <div className="scroll min-h-0 flex-1">
      <ol ref={list} aria-label="Passages" className="flex max-w-[100ch] flex-col">
        {hits.map((hit, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- two passages of a page differ by their rank alone
          <li key={`${hit.item.id} ${place}`}>
            <HitCard hit={hit} rank={place + 1} words={words} query={find} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function toFoundWords({ hits, wordsAlone }: LibraryHits, collection: string | null): string {
  const found = `${formatCount(hits.length)} ${hits.length === 1 ? 'passage' : 'passages'}`
  const where = collection === null ? '' : ` in ${collection}`
  return `${found}${where}${wordsAlone ? ', by words alone: the embedding model could not be asked' : ''}`
}

function toParcelItem({ item, content, fromPage, score }: LibraryHit) {
  const url = item.url ?? new URL(itemPath(item.id, fromPage), location.origin).href
  return { text: content, title: item.title, url, ...(score !== null && { score }) }
}

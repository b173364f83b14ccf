'use client'
import { useSearchParams } from 'next/navigation'
import { useRef } from 'react'
import { FindBar } from '#components/documents/find-bar.tsx'
import type { StoredItem } from '#lib/client/library/read-item.ts'
import { ItemHead } from './item-head.tsx'
import { ItemPage } from './item-page.tsx'
import { useMarkedWords } from './use-marked-words.ts'
import { usePageAnchor } from './use-page-anchor.ts'

/** The stored text page by page, the one that the address names marked. */
export function ItemText({ stored }: { stored: StoredItem }) {
  const panel = useRef<HTMLDivElement>(null)
  const { item, pages } = stored
  const anchor = usePageAnchor(panel)
  useMarkedWords(panel, useSearchParams().get('find') ?? '')
  return (
    <article aria-labelledby="item-title" className="flex min-h-0 flex-1 flex-col">
      <ItemHead stored={stored}>
        <FindBar panel={panel} shown={item.id} />
      </ItemHead>
      <div ref={panel} className="scroll min-h-0 flex-1">
        {pages.map(({ page, content }) => (
          <ItemPage
            key={page}
            page={page}
            content={content}
            alone={pages.length === 1}
            marked={page === anchor}
          />
        ))}
        {stored.text === '' && <p className="px-5 py-4 text-muted">It holds no text.</p>}
      </div>
    </article>
  )
}

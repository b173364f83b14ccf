'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { useState } from 'react'
import { MarkedText } from '#components/rerank/marked-text.tsx'
import { Button } from '#components/ui/button.tsx'
import { itemPath } from '#lib/client/library/item-address.ts'
import { toSourceWords } from '#lib/client/library/item-words.ts'
import type { LibraryHit } from '#lib/client/library/search-library.ts'

const shortLength = 500

/** A passage with the words of the question marked, its page, and the way there. */
export function HitCard({
  hit,
  rank,
  words,
  query,
}: {
  hit: LibraryHit
  rank: number
  words: ReadonlySet<string>
  query: string
}) {
  const { item, fromPage, score } = hit
  // Empty lines of the stored Markdown would push the next passage out of sight.
  const content = hit.content.replace(/\n{2,}/g, '\n')
  const [whole, setWhole] = useState(content.length <= shortLength)
  const text = whole ? content : `${content.slice(0, shortLength).trimEnd()} …`
  return (
    <article className="flex flex-col gap-1 border-b border-line px-4 py-2.5 max-sm:px-3">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-xs text-muted">
        <span className="w-5 text-right max-sm:hidden" aria-hidden>
          {rank}
        </span>
        <h2 className="min-w-0 text-sm font-medium">
          <Link
            data-hit
            href={itemPath(item.id, fromPage, query) as Route}
            prefetch={false}
            className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline"
          >
            <bdi className="line-clamp-2 break-words">{item.title}</bdi>
          </Link>
        </h2>
        {item.pages > 1 && <span>from page {fromPage}</span>}
        <bdi dir="ltr">{toSourceWords(item)}</bdi>
        <bdi>{item.collection}</bdi>
        {score !== null && (
          <span className="ml-auto flex items-center gap-2">
            <span aria-hidden className="h-1 w-16 rounded-sm bg-line">
              <span className="block h-full rounded-sm bg-accent" style={{ width: `${score * 100}%` }} />
            </span>
            <span>score {score.toFixed(2)}</span>
          </span>
        )}
      </header>
      <p dir="auto" className="pl-8 text-base break-words whitespace-pre-wrap max-sm:pl-0">
        <MarkedText text={text} words={words} />
      </p>
      {content.length > shortLength && (
        <Button
          variant="link"
          className="ml-8 min-h-6 self-start text-xs max-sm:ml-0"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Show the whole passage'}
        </Button>
      )}
    </article>
  )
}

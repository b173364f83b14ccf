'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { useDeferredValue } from 'react'
import { formatCountOf } from '#lib/client/format.ts'
import { docIndexQuery } from './model/ask-docs.ts'
import { type FoundSection, searchDocs } from './model/search-docs.ts'

/** Search results. */
export function FoundList({ query, onOpen }: { query: string; onOpen: () => void }) {
  const { data: index, error } = useQuery(docIndexQuery)
  const deferredQuery = useDeferredValue(query)
  if (error) return <p className="px-2 text-bad">{error.message}</p>
  if (index === undefined) return <p className="px-2 text-muted">Loading …</p>
  const found = searchDocs(index, deferredQuery)
  return (
    <>
      <p role="status" className="px-2 pb-1 text-xs text-muted">
        {found.length === 0
          ? 'No results. Try fewer or different words.'
          : formatCountOf(found.length, 'result')}
      </p>
      <ul>
        {found.map(section => (
          <li key={section.href}>
            <Found section={section} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Found({ section, onOpen }: { section: FoundSection; onOpen: () => void }) {
  return (
    <Link
      href={section.href as Route}
      onClick={onOpen}
      className="block rounded-md px-2 py-1.5 -outline-offset-2 hover:bg-hover"
    >
      <span className="block font-medium break-words text-text">{section.heading ?? section.page}</span>
      <span className="block text-xs break-words text-muted">
        {section.heading === null ? section.group : `${section.group} › ${section.page}`}
      </span>
      <span className="mt-0.5 line-clamp-3 text-xs break-words text-soft">
        {section.excerpt.map(({ text, matches }, at) =>
          // oxlint-disable-next-line react/no-array-index-key -- parts are identified by their index
          matches ? (
            <mark key={at} className="bg-accent-soft text-accent-text">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </span>
    </Link>
  )
}

'use client'
import { memo, useEffect, useRef, useState } from 'react'
import { MarkdownText } from '#components/playground/markdown-text.tsx'
import { classNames } from '#components/ui/class-names.ts'

/** One page of a stored text: drawn as Markdown once it comes near what is in sight, and as it is stored before. */
export const ItemPage = memo(function ItemPage({
  page,
  content,
  alone,
  marked,
}: {
  page: number
  content: string
  /** It has no other pages, and so needs no number. */
  alone: boolean
  /** The address names it. */
  marked: boolean
}) {
  const section = useRef<HTMLElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = section.current
    if (element === null || near) return
    const observer = new IntersectionObserver(
      entries => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [near])
  return (
    <section
      ref={section}
      data-page={page}
      tabIndex={-1}
      aria-label={`Page ${page}`}
      aria-current={marked ? 'location' : undefined}
      className={classNames(
        // What shows that it has the keyboard is the mark beside it.
        'border-b border-line px-5 py-4 outline-none max-sm:px-3',
        !alone && '[contain-intrinsic-size:auto_600px] [content-visibility:auto]',
        marked && !alone && 'bg-panel shadow-[inset_3px_0_var(--accent)]',
      )}
    >
      {!alone && (
        <h2 className="mb-2 text-xs font-medium text-muted">
          <a href={`#page=${page}`} className="inline-flex min-h-6 items-center hover:underline">
            Page {page}
          </a>
        </h2>
      )}
      <div className="max-w-[84ch]">
        {near ? (
          <MarkdownText text={content} />
        ) : (
          <p dir="auto" className="text-base break-words whitespace-pre-wrap">
            {content}
          </p>
        )}
      </div>
    </section>
  )
})

'use client'
import { useEffect, useState } from 'react'
import type { DocSection } from '#lib/contracts/console/docs.ts'
import { InlineCode } from '#components/ui/data/inline-code.tsx'
import { Summary } from '#components/ui/data/summary.tsx'

/** The headings of the page; marks the one being read. */
export function Outline({ sections }: { sections: readonly DocSection[] }) {
  const current = useCurrent(sections)
  return (
    <nav
      aria-label="On this page"
      className="scroll sticky top-0 max-h-full w-52 shrink-0 self-start py-7 max-[1399px]:hidden"
    >
      <p className="pb-1 pl-3 text-2xs font-medium text-muted">On this page</p>
      <ul className="border-l border-line text-xs">
        {sections.map(({ anchor, heading, depth }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              aria-current={anchor === current ? 'location' : undefined}
              className={`-ml-px block border-l border-transparent py-1 pr-1 break-words text-muted hover:text-text aria-[current]:border-accent-text aria-[current]:text-accent-text ${depth === 2 ? 'pl-3' : 'pl-6'}`}
            >
              <InlineCode text={heading} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The headings for pages without room beside the text, below the introduction. */
export function ClosedOutline({ sections }: { sections: readonly DocSection[] }) {
  return (
    <details className="rounded-md border border-line px-3 py-2 min-[1400px]:hidden">
      <Summary className="w-full font-medium">On this page</Summary>
      <ul className="pt-2 text-sm">
        {sections.map(({ anchor, heading, depth }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className={`block py-1 break-words text-soft hover:text-text coarse:py-2.5 ${depth === 2 ? '' : 'pl-4'}`}
            >
              <InlineCode text={heading} />
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Anchor of the last heading in the upper quarter of the window, or above it. */
function useCurrent(sections: readonly DocSection[]): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const main = document.querySelector('#main')
    const read = () => {
      const above = sections.filter(({ anchor }) => {
        const top = document.getElementById(anchor)?.getBoundingClientRect().top
        return top !== undefined && top < window.innerHeight / 4
      })
      setCurrent(above.at(-1)?.anchor ?? null)
    }
    read()
    main?.addEventListener('scroll', read, { passive: true })
    return () => main?.removeEventListener('scroll', read)
  }, [sections])
  return current
}

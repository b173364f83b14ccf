import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { Fragment } from 'react'
import type { DocLink, DocPage, DocSection } from '#lib/contracts/console/docs.ts'
import { DocText } from './doc-text.tsx'
import { InlineCode } from '#components/ui/data/inline-code.tsx'
import { ClosedOutline, Outline } from './outline.tsx'
import { ScrollToAnchor } from './scroll-to-anchor.tsx'

/** A page with its contents beside it, and links to its neighbors below. */
export function DocArticle({ page }: { page: DocPage }) {
  const listed = page.sections.filter(({ depth }) => depth === 2 || depth === 3)
  return (
    <main id="main" className="scroll flex min-h-0 min-w-0 flex-1 justify-center gap-10 px-6 max-sm:px-4">
      <ScrollToAnchor />
      <div className="w-full max-w-[760px] min-w-0 pt-6 pb-16">
        <article className="flex flex-col gap-3">
          {page.sections.map(section => (
            <Fragment key={section.anchor}>
              <Section section={section} group={page.group} />
              {section.depth === 1 && listed.length > 1 && <ClosedOutline sections={listed} />}
            </Fragment>
          ))}
        </article>
        <nav
          aria-label="Previous and next page"
          className="mt-10 grid grid-cols-2 gap-3 border-t border-line pt-5 max-sm:grid-cols-1"
        >
          {page.previous === null ? <span className="max-sm:hidden" /> : <Neighbor link={page.previous} />}
          {page.next !== null && <Neighbor link={page.next} next />}
        </nav>
      </div>
      {listed.length > 1 && <Outline sections={listed} />}
    </main>
  )
}

const headingStyles: Readonly<Record<number, string>> = {
  2: 'mt-6 text-lg font-semibold tracking-tight',
  3: 'mt-4 text-base font-semibold',
}

function Section({ section, group }: { section: DocSection; group: string }) {
  const { depth, heading, anchor, body } = section
  const Heading = ({ 2: 'h2', 3: 'h3' } as const)[depth] ?? 'h4'
  return (
    <>
      {depth === 1 ? (
        <header className="mb-1">
          <p className="text-xs text-muted">{group}</p>
          <h1 id={anchor} className="text-xl font-semibold tracking-tight">
            <InlineCode text={heading} />
          </h1>
        </header>
      ) : (
        <Heading id={anchor} className={`group scroll-mt-4 ${headingStyles[depth] ?? 'mt-2 font-semibold'}`}>
          <a
            href={`#${anchor}`}
            className="hover:underline hover:decoration-control hover:underline-offset-4"
          >
            <InlineCode text={heading} />
          </a>
        </Heading>
      )}
      {body !== '' && <DocText text={body} />}
    </>
  )
}

function Neighbor({ link, next = false }: { link: DocLink; next?: boolean }) {
  return (
    <Link
      href={link.path as Route}
      className={`rounded-lg border border-line px-4 py-3 hover:bg-hover ${next ? 'text-right' : ''}`}
    >
      <span className={`flex items-center gap-1 text-xs text-muted ${next ? 'justify-end' : ''}`}>
        {!next && <ArrowLeft size={12} aria-hidden />}
        {next ? 'Next' : 'Previous'}
        {next && <ArrowRight size={12} aria-hidden />}
      </span>
      <span className="font-medium text-text">{link.title}</span>
    </Link>
  )
}

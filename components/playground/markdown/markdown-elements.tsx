'use client'

import {
  type ComponentProps,
  type CSSProperties,
  isValidElement,
  lazy,
  type ReactNode,
  Suspense,
} from 'react'
import type { Components, ExtraProps } from 'streamdown'
import { CodeBlock } from './code-block.tsx'
import { ModelLink } from './model-link.tsx'
import { ScrollRegion } from '#components/ui/data/scroll-region.tsx'
import { ExternalLink, ImageIcon } from 'lucide-react'
import { readLinkHost } from './link-host.ts'
import { readFormula } from './mark-math.ts'

type Of<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & ExtraProps

/** Components for Markdown from a model; the renderer's own styles belong to another theme. */
export const markdownElements: Components = {
  a: ({ href, children }: Of<'a'>) => <ModelLink href={href}>{children}</ModelLink>,
  img: ({ src, alt }: Of<'img'>) => <ModelImage src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  h1: heading('text-lg font-semibold'),
  h2: heading('text-base font-semibold'),
  h3: heading('text-base font-semibold'),
  h4: heading('text-base font-medium'),
  h5: heading('text-base font-medium'),
  h6: heading('text-base font-medium text-muted'),
  p: ({ children }: Of<'p'>) => <p>{children}</p>,
  strong: ({ children }: Of<'strong'>) => <strong className="font-semibold">{children}</strong>,
  ul: ({ children }: Of<'ul'>) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children, start }: Of<'ol'>) => (
    <ol className="list-decimal pl-6" start={start}>
      {children}
    </ol>
  ),
  li: ({ children }: Of<'li'>) => <li className="py-0.5 marker:text-muted">{children}</li>,
  blockquote: ({ children }: Of<'blockquote'>) => (
    <blockquote className="border-l-2 border-control pl-3 text-muted">{children}</blockquote>
  ),
  hr: () => <hr className="border-line" />,
  input: ({ checked }: Of<'input'>) => (
    <input
      type="checkbox"
      checked={checked ?? false}
      readOnly
      disabled
      aria-label="Task"
      className="mr-1.5"
    />
  ),
  table: ({ children }: Of<'table'>) => (
    <ScrollRegion label="Table" className="overflow-x-auto">
      <table className="border-collapse text-sm">{children}</table>
    </ScrollRegion>
  ),
  thead: ({ children }: Of<'thead'>) => <thead className="bg-sunken text-left">{children}</thead>,
  tbody: ({ children }: Of<'tbody'>) => <tbody>{children}</tbody>,
  tr: ({ children }: Of<'tr'>) => <tr className="border-b border-line">{children}</tr>,
  th: ({ children, style }: Of<'th'>) => (
    <th className="px-2.5 py-1.5 font-medium" style={alignment(style)}>
      {children}
    </th>
  ),
  td: ({ children, style }: Of<'td'>) => (
    <td className="px-2.5 py-1.5 align-top" style={alignment(style)}>
      {children}
    </td>
  ),
  pre: ({ children }: Of<'pre'>) => <Fence>{children}</Fence>,
  inlineCode: ({ children }: Of<'code'>) => <InlineCode>{children}</InlineCode>,
}

// Loaded with the first formula.
const FormulaView = lazy(() => import('./formula-view.tsx').then(module => ({ default: module.FormulaView })))

function InlineCode({ children }: { children: ReactNode }) {
  const formula = readFormula(children)
  if (formula === null) return <code className="rounded bg-sunken px-1 py-0.5 break-words">{children}</code>
  return (
    <Suspense fallback={<code>{formula.tex}</code>}>
      <FormulaView {...formula} />
    </Suspense>
  )
}

/** The alignment of a column, the only style that Markdown gives a cell. */
function alignment(style: CSSProperties | undefined): CSSProperties {
  return { textAlign: style?.textAlign }
}

// One level below the headings of the page: an answer is inside of an article.
function heading(style: string) {
  return function Heading({ children }: Of<'h3'>) {
    return <h3 className={style}>{children}</h3>
  }
}

/** A fenced block is a `code` element whose class names the language. */
function Fence({ children }: { children: ReactNode }) {
  if (!isValidElement<Of<'code'>>(children)) return <pre>{children}</pre>
  const language = /language-([^\s]+)/.exec(children.props.className ?? '')?.[1] ?? ''
  return <CodeBlock language={language} code={toText(children.props.children)} />
}

function toText(children: ReactNode): string {
  if (typeof children === 'string') return children
  if (Array.isArray(children)) return children.map(toText).join('')
  return ''
}

/** An image in a model's Markdown: shown as a link that opens on click. The page never loads it. */
function ModelImage({ src, alt }: { src: string; alt: string }) {
  const host = readLinkHost(src)
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken px-2.5 py-1.5 text-sm">
      <ImageIcon size={16} aria-hidden className="text-muted" />
      <span className="min-w-0 truncate">{alt || 'Image'}</span>
      {host === null ? (
        <span className="text-muted">(not loaded)</span>
      ) : (
        <a
          href={src}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="inline-flex items-center gap-1 text-accent-text underline underline-offset-2"
        >
          {host} <ExternalLink size={12} aria-hidden />
        </a>
      )}
    </span>
  )
}

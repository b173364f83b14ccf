'use client'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import type { ComponentProps } from 'react'
import type { Components, ExtraProps } from 'streamdown'
import { Markdown } from '#components/playground/markdown/markdown.tsx'
import { markdownElements } from '#components/playground/markdown/markdown-elements.tsx'

/** Markdown of the documentation: unlike a model's, its links lead into the console. */
export function DocMarkdown({ text }: { text: string }) {
  return <Markdown text={text} streaming={false} elements={docElements} />
}

const docElements: Components = { ...markdownElements, a: DocLink }

function DocLink({ href = '', children }: ComponentProps<'a'> & ExtraProps) {
  const style = 'text-accent-text underline underline-offset-2'
  if (href.startsWith('#'))
    return (
      <a href={href} className={style}>
        {children}
      </a>
    )
  if (href.startsWith('/'))
    return (
      <Link href={href as Route} className={style}>
        {children}
      </Link>
    )
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={style}>
      {children}
    </a>
  )
}

'use client'
import { lazy, Suspense } from 'react'

const DocMarkdown = lazy(() => import('./doc-markdown.tsx').then(module => ({ default: module.DocMarkdown })))

/** The text under a heading. The server renders it; the browser loads the renderer for its buttons. */
export function DocText({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="text-base break-words whitespace-pre-wrap">{text}</p>}>
      <DocMarkdown text={text} />
    </Suspense>
  )
}

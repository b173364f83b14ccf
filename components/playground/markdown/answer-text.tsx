'use client'
import { lazy, Suspense } from 'react'

const Markdown = lazy(() => import('./markdown.tsx').then(module => ({ default: module.Markdown })))

/**
 * The text of an answer, as Markdown or raw. Plain until the renderer has loaded, so that no text is delayed.
 */
export function AnswerText({ text, streaming, raw }: { text: string; streaming: boolean; raw: boolean }) {
  if (raw) {
    return (
      <pre className="overflow-x-auto rounded-md border border-line bg-sunken p-3 break-words whitespace-pre-wrap">
        {text}
      </pre>
    )
  }
  return (
    <Suspense fallback={<p className="text-base break-words whitespace-pre-wrap">{text}</p>}>
      <Markdown text={text} streaming={streaming} math />
    </Suspense>
  )
}

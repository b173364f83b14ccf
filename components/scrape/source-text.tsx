'use client'
import { lazy, Suspense } from 'react'
import { LongText } from '#components/playground/long-text.tsx'

const CodeBlock = lazy(() =>
  import('#components/chat/code-block.tsx').then(module => ({ default: module.CodeBlock })),
)

// Colouring takes longer than reading does.
const colouredLengthMax = 60_000

/** HTML as source: coloured where it is short enough for that, and never drawn as a page. */
export function SourceText({ text }: { text: string }) {
  if (text.length > colouredLengthMax) return <LongText text={text} />
  return (
    <Suspense fallback={<LongText text={text} />}>
      <CodeBlock language="html" code={text} />
    </Suspense>
  )
}

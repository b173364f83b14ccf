'use client'
import { useMemo } from 'react'
import { type Components, defaultRehypePlugins, Streamdown } from 'streamdown'
import { markdownElements } from './markdown-elements.tsx'
import { markMath } from './mark-math.ts'

// Without `raw`, HTML in an answer is text. Our own components render images and links without loading
// anything.
const rehypePlugins = [defaultRehypePlugins['sanitize'], defaultRehypePlugins['harden']].filter(
  plugin => plugin !== undefined,
)

// An open formula stays raw until its end has arrived.
const remend = { katex: false }

/**
 * Markdown from a model: no HTML, no external images, no link without its host.
 * @param math whether it may have formulas
 * @param elements how it is rendered; a constant, because a new one renders everything again
 */
export function Markdown({
  text,
  streaming,
  math = false,
  elements = markdownElements,
}: {
  text: string
  streaming: boolean
  math?: boolean
  elements?: Components
}) {
  const shown = useMemo(() => (math ? markMath(text) : text), [text, math])
  return (
    <Streamdown
      // Renders block by block to the end: the other mode parses a long answer again as a whole.
      mode="streaming"
      // Never `isAnimating`: changing it parses every block of a long answer again. This one re-renders only
      // the last.
      data-streaming={streaming}
      parseIncompleteMarkdown={streaming}
      remend={remend}
      rehypePlugins={rehypePlugins}
      components={elements}
      controls={false}
      linkSafety={{ enabled: false }}
      className="flex min-w-0 flex-col gap-3 space-y-0 text-base leading-[1.5714] break-words"
    >
      {shown}
    </Streamdown>
  )
}

'use client'
import { defaultRehypePlugins, Streamdown } from 'streamdown'
import { markdownElements } from './markdown-elements.tsx'

// Without `raw`, HTML in an answer is text. Images and links are drawn by our own elements, which load nothing.
const rehypePlugins = [defaultRehypePlugins['sanitize'], defaultRehypePlugins['harden']].filter(
  plugin => plugin !== undefined,
)

/** Markdown from a model: no HTML, no outside image, no link without its host. */
export function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <Streamdown
      // Block by block to the end: the other mode reads a long answer again as a whole, in one go.
      mode="streaming"
      // Never `isAnimating`: at its change every block of a long answer is read again. This one redraws only the last.
      data-streaming={streaming}
      parseIncompleteMarkdown={streaming}
      rehypePlugins={rehypePlugins}
      components={markdownElements}
      controls={false}
      linkSafety={{ enabled: false }}
      className="flex min-w-0 flex-col gap-3 space-y-0 text-base leading-[1.5714] break-words"
    >
      {text}
    </Streamdown>
  )
}

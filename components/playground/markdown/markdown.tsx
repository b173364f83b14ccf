'use client'
import { defaultRehypePlugins, Streamdown } from 'streamdown'
import { markdownElements } from './markdown-elements.tsx'

// Without `raw`, HTML in an answer is text. Our own components render images and links without loading
// anything.
const rehypePlugins = [defaultRehypePlugins['sanitize'], defaultRehypePlugins['harden']].filter(
  plugin => plugin !== undefined,
)

/** Markdown from a model: no HTML, no external images, no link without its host. */
export function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <Streamdown
      // Renders block by block to the end: the other mode parses a long answer again as a whole.
      mode="streaming"
      // Never `isAnimating`: changing it parses every block of a long answer again. This one re-renders only
      // the last.
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

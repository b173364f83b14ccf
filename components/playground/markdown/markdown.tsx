'use client'
import { Component, type ReactNode, useMemo } from 'react'
import { type Components, defaultRehypePlugins, defaultRemarkPlugins, Streamdown } from 'streamdown'
import { breakCells } from './break-cells.ts'
import { markdownElements } from './markdown-elements.tsx'
import { markMath } from './mark-math.ts'

// Without `raw`, HTML in an answer is text. Our own components render images and links without loading
// anything.
const rehypePlugins = [defaultRehypePlugins['sanitize'], defaultRehypePlugins['harden']].filter(
  plugin => plugin !== undefined,
)

const remarkPlugins = [...Object.values(defaultRemarkPlugins), breakCells]

// An open formula stays raw until its end has arrived.
const remend = { katex: false }

// A parser's time and stack grow with both: a few kilobytes of `> > > …` would otherwise take the page down.
const lengthMax = 1_000_000
const deeplyNested = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){200}/m

/**
 * Markdown from a model: no HTML, no external images, no link without its host. A text that cannot be rendered is
 * shown as it is.
 * @param math whether it may have formulas
 * @param elements how it is rendered; a constant, because a new one renders everything again
 */
export function Markdown(props: MarkdownProps) {
  const { text } = props
  const plain = <p className="text-base break-words whitespace-pre-wrap">{text}</p>
  if (text.length > lengthMax || deeplyNested.test(text)) return plain
  return (
    <PlainOnError plain={plain}>
      <Rendered {...props} />
    </PlainOnError>
  )
}

interface MarkdownProps {
  readonly text: string
  readonly streaming: boolean
  readonly math?: boolean
  readonly elements?: Components
}

function Rendered({ text, streaming, math = false, elements = markdownElements }: MarkdownProps) {
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
      remarkPlugins={remarkPlugins}
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

/** The parsers recurse: other nesting than that of a line can exceed the stack, too. */
class PlainOnError extends Component<{ plain: ReactNode; children: ReactNode }, { failed: boolean }> {
  static getDerivedStateFromError() {
    return { failed: true }
  }

  override state = { failed: false }

  override render() {
    return this.state.failed ? this.props.plain : this.props.children
  }
}

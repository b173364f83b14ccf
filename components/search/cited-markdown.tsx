'use client'
import { type ComponentProps, type ComponentType, useMemo } from 'react'
import { type Components, defaultRehypePlugins, type ExtraProps, Streamdown } from 'streamdown'
import { markdownElements } from '#components/chat/markdown-elements.tsx'
import { citeTag, markAnswer, sentenceTag } from '#lib/client/search/mark-answer.ts'
import { withoutDefinitions } from '#lib/client/search/split-cites.ts'
import { CiteMark } from './cite-mark.tsx'
import { SentenceSpan } from './sentence-span.tsx'
import { SourceLink } from './source-link.tsx'

type Element = ComponentType<Record<string, unknown> & ExtraProps>

const Cite: Element = ({ number }) => <CiteMark number={Number(number)} />
const Sentence: Element = ({ sentence, cites, first, children }) => (
  <SentenceSpan
    text={String(sentence)}
    cites={String(cites)
      .split(',')
      .flatMap(part => (part === '' ? [] : Number(part)))}
    first={first === true || first === 'true'}
  >
    {String(children)}
  </SentenceSpan>
)

const components: Components = {
  ...markdownElements,
  a: ({ href, children }: ComponentProps<'a'> & ExtraProps) => (
    <SourceLink href={href}>{children}</SourceLink>
  ),
  // An answer has none of its own: what a source's text smuggled in is words.
  img: ({ alt }: ComponentProps<'img'> & ExtraProps) => <span>{alt}</span>,
  [citeTag]: Cite,
  [sentenceTag]: Sentence,
}

const safePlugins = [defaultRehypePlugins['sanitize'], defaultRehypePlugins['harden']].filter(
  plugin => plugin !== undefined,
)

/** The answer as Markdown: marks lead to their sources, sentences to their evidence. */
export function CitedMarkdown({
  text,
  streaming,
  sourceCount,
}: {
  text: string
  streaming: boolean
  sourceCount: number
}) {
  const rehypePlugins = useMemo<NonNullable<ComponentProps<typeof Streamdown>['rehypePlugins']>>(
    () => [...safePlugins, [markAnswer, { sourceCount, sentences: !streaming }]],
    [sourceCount, streaming],
  )
  return (
    <Streamdown
      mode="streaming"
      parseIncompleteMarkdown={streaming}
      rehypePlugins={rehypePlugins}
      components={components}
      controls={false}
      linkSafety={{ enabled: false }}
      className="flex min-w-0 flex-col gap-3 space-y-0 text-base leading-[1.5714] break-words"
    >
      {withoutDefinitions(text)}
    </Streamdown>
  )
}

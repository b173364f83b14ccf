'use client'

import { type ComponentProps, type ComponentType, useMemo, type ReactNode, type KeyboardEvent } from 'react'
import { type Components, defaultRehypePlugins, type ExtraProps, Streamdown } from 'streamdown'
import { markdownElements } from '#components/playground/markdown/markdown-elements.tsx'
import { citeTag, markAnswer, sentenceTag } from './model/evidence/mark-answer.ts'
import { withoutDefinitions } from './model/evidence/split-cites.ts'
import { ModelLink } from '#components/playground/markdown/model-link.tsx'
import { sourceHost } from './model/source-host.ts'
import { useTurn } from './turn-context.ts'
import { PreviewCard } from '@base-ui/react/preview-card'
import type { SearchSource } from '#lib/contracts/api/search/search.ts'
import { LetterTile } from './media/letter-tile.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { isUnsupported } from './model/evidence/find-evidence.ts'

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

const style =
  'mx-px inline-flex min-h-5 min-w-5 items-center justify-center rounded bg-sunken px-1 align-baseline text-xs leading-5 text-accent-text no-underline hover:underline data-marked:bg-accent data-marked:text-on-accent'

const components: Components = {
  ...markdownElements,
  a: ({ href, children }: ComponentProps<'a'> & ExtraProps) => (
    <SourceLink href={href}>{children}</SourceLink>
  ),
  // An answer has none of its own: text injected by a source stays plain text.
  img: ({ alt }: ComponentProps<'img'> & ExtraProps) => <span>{alt}</span>,
  [citeTag]: Cite,
  [sentenceTag]: Sentence,
}

const safePlugins = [defaultRehypePlugins['sanitize'], defaultRehypePlugins['harden']].filter(
  plugin => plugin !== undefined,
)

/** The answer as Markdown: citations link to their sources, sentences to their evidence. */
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

/** A link in an answer: rendered as a link only if its host is a source, otherwise as text. */
function SourceLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const { sources } = useTurn()
  const host = sourceHost(href ?? '')
  const isSource = host !== '' && sources.some(({ metadata: { url } }) => sourceHost(url) === host)
  return isSource ? <ModelLink href={href}>{children}</ModelLink> : <span>{children}</span>
}

/** `[n]` in an answer: a link to its source, with a card that previews it. */
function CiteMark({ number }: { number: number }) {
  const { sources, source } = useTurn()
  const cited = sources[number - 1]
  if (cited === undefined) return <span>[{number}]</span>
  const { title, url } = cited.metadata
  const name = `Source ${number}: ${title}${url === '' ? '' : `, ${sourceHost(url)}`}`
  const marked = source === number || undefined
  if (url === '')
    return (
      <span role="img" aria-label={name} data-tip={title} data-marked={marked} className={style}>
        {number}
      </span>
    )
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label={name}
        data-marked={marked}
        className={style}
      >
        {number}
      </PreviewCard.Trigger>
      <PreviewCard.Portal>
        <PreviewCard.Positioner sideOffset={6} className="z-50">
          <PreviewCard.Popup className="pop w-[min(22rem,calc(100vw-16px))] p-3 text-sm">
            <SourceExcerpt source={cited} number={number} />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  )
}

/** A source preview: tile, title, host and the beginning of its text. */
function SourceExcerpt({ source, number }: { source: SearchSource; number: number }) {
  const { title, url } = source.metadata
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="flex items-start gap-2">
        <LetterTile url={url} title={title} />
        <span className="min-w-0">
          <bdi className="line-clamp-2 font-medium break-words">{title}</bdi>
          <bdi className="block truncate text-xs text-muted">
            {number} · {sourceHost(url) || 'no URL'}
          </bdi>
        </span>
      </p>
      <p dir="auto" className="line-clamp-5 text-xs break-words text-muted">
        {source.pageContent}
      </p>
    </div>
  )
}

/**
 * A sentence of an answer: a click or Enter shows its evidence in the sources; arrow keys move between
 * sentences.
 */
function SentenceSpan({
  text,
  cites,
  first,
  children,
}: {
  text: string
  cites: readonly number[]
  /** The focusable part. */
  first: boolean
  children: string
}) {
  const { sources, picked, pick, source } = useTurn()
  const unsupported = useMemo(() => isUnsupported({ text, cites }, sources), [text, cites, sources])
  if (sources.length === 0) return children
  const chosen = picked?.text === text
  const toggle = () => pick({ text, cites })
  const style = classNames(
    'cursor-pointer rounded-xs decoration-1 underline-offset-4 hover:bg-hover',
    unsupported && 'underline decoration-warn decoration-dotted',
    source !== null && cites.includes(source) && 'bg-sunken',
    chosen && 'bg-[color-mix(in_oklab,var(--accent)_18%,transparent)]',
  )
  if (!first)
    return (
      // The first part has the focus: the others only handle pointer clicks.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above
      <span className={style} onClick={toggle}>
        {children}
      </span>
    )
  return (
    <span
      role="button"
      tabIndex={-1}
      data-sentence
      aria-pressed={chosen}
      aria-label={unsupported ? `${text} No matching text in its source.` : text}
      {...(unsupported && { 'data-tip': 'No matching text in its source' })}
      className={style}
      onClick={toggle}
      onKeyDown={event => onKey(event, toggle)}
    >
      {children}
    </span>
  )
}

function onKey(event: KeyboardEvent<HTMLElement>, toggle: () => void): void {
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault()
    toggle()
    return
  }
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const all = [
    ...(event.currentTarget.closest('[data-answer]')?.querySelectorAll<HTMLElement>('[data-sentence]') ?? []),
  ]
  const next = all[all.indexOf(event.currentTarget) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

'use client'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { isUnsupported } from './model/evidence/find-evidence.ts'
import { splitSentences } from './model/evidence/split-sentences.ts'
import { useTurn } from './turn-context.ts'

const CitedMarkdown = lazy(() =>
  import('./cited-markdown.tsx').then(module => ({ default: module.CitedMarkdown })),
)

/** The text of an answer with its notes. */
export function AnswerSection() {
  const { turn, sources } = useTurn()
  const { content, finish } = turn.found
  const running = turn.run.state === 'running'
  const body = useRef<HTMLDivElement>(null)
  // One tab stop for all sentences; arrow keys move between them.
  useEffect(() => {
    const answer = body.current
    if (answer === null || running) return
    const mark = () => {
      const [first, ...rest] = answer.querySelectorAll<HTMLElement>('[data-sentence]')
      if (first === undefined) return
      first.tabIndex = 0
      for (const other of rest) other.tabIndex = -1
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(answer, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [running])

  return (
    <div role="group" aria-label="Answer" className="flex flex-col gap-3">
      {content === '' && running && <p className="text-muted">No answer yet</p>}
      {content !== '' && (
        <div ref={body} dir="auto" data-answer data-result tabIndex={-1}>
          <Suspense fallback={<p className="text-base break-words whitespace-pre-wrap">{content}</p>}>
            <CitedMarkdown text={content} streaming={running} sourceCount={sources.length} />
          </Suspense>
        </div>
      )}
      {finish === 'length' && <p className="text-xs text-warn">The answer reached the length limit.</p>}
      {finish === 'content_filter' && (
        <p className="text-xs text-warn">The provider’s content filter cut off the answer.</p>
      )}
      {!running && sources.length > 0 && <Unsupported />}
    </div>
  )
}

/** Explains the underline, if there is one. */
function Unsupported() {
  const { turn, sources } = useTurn()
  const count = turn.found.content
    .split(/\n+/)
    .flatMap(line => splitSentences(line, sources.length))
    .filter(sentence => isUnsupported(sentence, sources)).length
  return (
    <p className="text-xs text-muted">
      {count > 0 && (
        <span className="text-warn">
          <span className="underline decoration-warn decoration-dotted underline-offset-4">
            {count === 1 ? 'One sentence' : `${count} sentences`}
          </span>
          : no matching text in the cited sources.{' '}
        </span>
      )}
      Select a sentence to see its evidence.
    </p>
  )
}

'use client'
import { Button } from '#components/ui/button.tsx'
import { markWords, queryWords } from '#lib/client/rerank/mark-words.ts'
import type { Evidence } from '#lib/client/search/find-evidence.ts'
import { useTurn } from './turn-context.ts'

/** The passage of a source that fits a sentence best, its shared words marked. */
export function PassageQuote({ evidence, sentence }: { evidence: Evidence; sentence: string }) {
  const { sources, source, showSource } = useTurn()
  const { source: number, passage, words, shared } = evidence
  const title = sources[number - 1]?.metadata.title ?? ''
  return (
    <li className="border-l-2 border-control pl-3">
      <blockquote dir="auto" className="break-words">
        {markWords(passage, queryWords(sentence)).map((part, index) =>
          part.marked ? (
            <mark key={index} className="bg-transparent font-medium text-text underline decoration-accent">
              {part.text}
            </mark>
          ) : (
            <span key={index}>{part.text}</span>
          ),
        )}
      </blockquote>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        <span>
          [{number}] <bdi>{title}</bdi> · {shared} of {words} words
        </span>
        <Button
          variant="link"
          className="min-h-6 text-xs"
          aria-pressed={source === number}
          onClick={() => showSource(number)}
        >
          {source === number ? 'Unmark its sentences' : 'Mark its sentences'}
        </Button>
      </p>
    </li>
  )
}

'use client'
import { Braces, Copy, Download } from 'lucide-react'
import { copy } from '#components/playground/copy.ts'
import { download } from '#components/playground/download.ts'
import { Button } from '#components/ui/button.tsx'
import { toAnswerJson } from '#lib/client/search/answer-json.ts'
import { toAnswerMarkdown } from '#lib/client/search/answer-markdown.ts'
import { questionOf, type SearchTurn } from '#lib/client/search/search-turn.ts'
import { SendAnswer } from './send-answer.tsx'

/** What can be taken along of an answer. */
export function AnswerActions({ turn }: { turn: SearchTurn }) {
  const question = questionOf(turn)
  const { found } = turn
  return (
    <div className="-mx-2.5 flex flex-wrap items-center gap-1">
      <Button
        variant="plain"
        onClick={() => void copy(toAnswerMarkdown(question, found), 'Answer with footnotes')}
      >
        <Copy size={14} aria-hidden /> Copy
      </Button>
      <Button
        variant="plain"
        onClick={() =>
          download('answer.md', toAnswerMarkdown(question, found), 'text/markdown;charset=utf-8')
        }
      >
        <Download size={14} aria-hidden /> Markdown
      </Button>
      <Button
        variant="plain"
        onClick={() => download('answer.json', toAnswerJson(question, found), 'application/json')}
      >
        <Braces size={14} aria-hidden /> JSON
      </Button>
      <SendAnswer turn={turn} />
    </div>
  )
}

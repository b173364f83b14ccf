'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { formatCount } from '#lib/client/format.ts'
import { gradeOf, gradeText } from '#lib/client/rerank/truth.ts'
import { useBoard, useBoardStore } from './board-context.ts'
import { GradeControl } from './grade-control.tsx'

const pageRows = 100

/** The documents with a grade for each. */
export function GradeList({
  documents,
  indexes,
}: {
  documents: readonly string[]
  indexes: readonly number[]
}) {
  const store = useBoardStore()
  const { truth } = useBoard()
  const [shownMax, setShownMax] = useState(pageRows)
  return (
    <>
      <ul aria-label="Documents to grade">
        {indexes.slice(0, shownMax).map(index => {
          const text = documents[index] ?? ''
          return (
            <li
              key={index}
              data-document={index}
              className="flex items-start gap-3 border-b border-line py-1.5 max-sm:flex-col max-sm:gap-1"
            >
              <GradeControl
                label={`Grade of document ${index + 1}`}
                value={gradeOf(truth, text)}
                onChange={grade =>
                  store.update(board => ({ ...board, truth: gradeText(board.truth, text, grade) }))
                }
              />
              <p className="line-clamp-2 min-w-0 flex-1 pt-0.5 break-words">{text.slice(0, 400)}</p>
            </li>
          )
        })}
      </ul>
      {indexes.length > shownMax && (
        <Button variant="link" className="self-start" onClick={() => setShownMax(shownMax + pageRows)}>
          Show more of {formatCount(indexes.length - shownMax)}
        </Button>
      )}
    </>
  )
}

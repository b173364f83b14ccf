'use client'
import { useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Segmented } from '#components/ui/segmented.tsx'
import { readActive } from '#lib/client/chat/chat-state.ts'
import { useChatState } from './chat-context.ts'
import { ColumnHeader } from './column-header.tsx'
import { ColumnTabs } from './column-tabs.tsx'
import { CompareBars } from './compare-bars.tsx'
import { CompareDiff } from './compare-diff.tsx'
import { StickToEnd } from './stick-to-end.tsx'
import { Transcript } from './transcript.tsx'

const views = [
  { value: 'answers', label: 'Answers' },
  { value: 'figures', label: 'Figures' },
  { value: 'diff', label: 'Differences' },
]

/** Two to four columns: their answers, their figures on one scale, and the words in which two of them differ. */
export function Compare() {
  const state = useChatState()
  const [view, setView] = useState('answers')
  const active = readActive(state)
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-1.5">
        <Segmented label="What to compare" choices={views} value={view} onChange={setView} />
      </div>
      <div className="border-b border-line px-3 py-1.5 sm:hidden">
        <ColumnTabs />
      </div>
      <div className="min-h-0 flex-1">
        {view === 'figures' && <CompareBars />}
        {view === 'diff' && <CompareDiff />}
        {view === 'answers' && (
          <StickToEnd>
            <div className="grid auto-cols-[minmax(260px,1fr)] grid-flow-col max-sm:grid-flow-row max-sm:auto-cols-auto">
              {state.columns.map((column, index) => (
                <section
                  key={column.id}
                  aria-label={`Column ${index + 1}`}
                  className={classNames(
                    'min-w-0 border-line not-first:border-l max-sm:not-first:border-l-0',
                    column !== active && 'max-sm:hidden',
                  )}
                >
                  <ColumnHeader column={column} index={index} active={column === active} />
                  <Transcript column={column} narrow />
                </section>
              ))}
            </div>
          </StickToEnd>
        )}
      </div>
    </div>
  )
}

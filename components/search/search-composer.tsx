'use client'

import type { KeyboardEvent, ReactNode } from 'react'
import { listCommands } from '#components/shell/commands.ts'
import { fieldAt, withFieldAt } from '#components/playground/form/model/body-field.ts'
import { Button } from '#components/ui/button/button.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { focusChoices, optimizationChoices, toValue } from './format-setting.ts'
import { ModelChoice } from './model-choice.tsx'
import { readHistoryTurns, withHistoryTurns } from './model/history-pairs.ts'
import { asksFollowUp } from './model/search-state.ts'
import { questionOf } from './model/search-turn.ts'
import { useNeighbours, useSearch, useSearchStore } from './search-context.ts'

/** The question, or the next one of the conversation; its scope, mode and model, and Run. */
export function SearchComposer({ runBar }: { runBar: ReactNode }) {
  const store = useSearchStore()
  const { chat } = useNeighbours()
  const state = useSearch()
  const { body } = state
  const set = (path: string, value: unknown) =>
    store.update(before => ({ ...before, body: withFieldAt(before.body, path, value) }))
  return (
    <div className="flex flex-col gap-2 rounded-xl border border-control bg-raised p-3 pb-2.5 shadow-2 has-[textarea:focus-visible]:border-accent-text">
      {asksFollowUp(state) ? <FollowUpField /> : <QuestionField />}
      <div className="flex flex-wrap items-center gap-2">
        <div data-field="params.focusMode">
          <Select
            label="Focus"
            className="w-28"
            choices={focusChoices}
            value={toValue(fieldAt(body, 'params.focusMode')) ?? 'webSearch'}
            onChange={value => set('params.focusMode', value)}
          />
        </div>
        <div data-field="params.chatModel" className="min-w-0">
          <ModelChoice
            contract={chat}
            label="Chat model"
            extractive
            value={fieldAt(body, 'params.chatModel')}
            onChange={value => set('params.chatModel', value)}
          />
        </div>
        <div data-field="params.optimizationMode">
          <Segmented
            label="Mode"
            choices={optimizationChoices}
            value={toValue(fieldAt(body, 'params.optimizationMode'))}
            placeholder="balanced"
            onChange={value => set('params.optimizationMode', value)}
          />
        </div>
        <div className="flex min-w-0 flex-1 max-sm:basis-full">{runBar}</div>
      </div>
    </div>
  )
}

const inputStyle = 'min-h-8 border-transparent bg-transparent px-1 text-base shadow-none outline-none'
const questionLengthMax = 4000

/** The first question of a conversation. */
function QuestionField() {
  const store = useSearchStore()
  const { body, turn } = useSearch()
  const value = fieldAt(body, 'params.query')
  const text = typeof value === 'string' ? value : ''
  const earlier = readHistoryTurns(body).length
  const write = (next: string) =>
    store.update(state => ({
      ...state,
      body: withFieldAt(state.body, 'params.query', next === '' ? undefined : next),
    }))
  return (
    <>
      <TextArea
        aria-label="Question"
        data-field="params.query"
        data-main-input
        rows={1}
        className={inputStyle}
        placeholder="Search the web and your library; links in the question are read"
        maxLength={questionLengthMax}
        value={text}
        onChange={event => write(event.target.value)}
        onKeyDown={event => onKey(event, text, () => turn && write(questionOf(turn)))}
      />
      {earlier > 0 && (
        <p className="flex flex-wrap items-center gap-x-2 px-1 text-xs text-muted">
          Follows {earlier === 1 ? 'one earlier question' : `${earlier} earlier questions`}.
          <Button
            variant="link"
            className="min-h-6 text-xs"
            onClick={() => store.update(state => ({ ...state, body: withHistoryTurns(state.body, []) }))}
          >
            Start a new conversation
          </Button>
        </p>
      )}
    </>
  )
}

/** The next question of the shown conversation. */
function FollowUpField() {
  const store = useSearchStore()
  const { next, turn } = useSearch()
  const write = (text: string) => store.update(state => ({ ...state, next: text }))
  return (
    <TextArea
      aria-label="Follow-up question"
      data-main-input
      rows={1}
      className={inputStyle}
      placeholder="Ask a follow-up"
      maxLength={questionLengthMax}
      value={next}
      onChange={event => write(event.target.value)}
      onKeyDown={event => onKey(event, next, () => turn && write(questionOf(turn)))}
    />
  )
}

/** Enter runs, as in a search engine, and Shift+Enter inserts a line break; up recalls the last question. */
function onKey(event: KeyboardEvent, text: string, recall: () => void): void {
  if (event.key === 'ArrowUp' && text === '') {
    event.preventDefault()
    return recall()
  }
  const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (event.key !== 'Enter' || !plain || event.nativeEvent.isComposing) return
  event.preventDefault()
  listCommands()
    .find(({ id }) => id === 'run')
    ?.run()
}

'use client'
import { useIssue } from '#components/playground/issues-context.ts'
import { listCommands } from '#components/shell/commands.ts'
import { Field } from '#components/ui/field.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { fieldAt, withFieldAt } from '#lib/client/body-field.ts'
import { questionOf } from '#lib/client/search/search-turn.ts'
import { useSearch, useSearchStore } from './search-context.ts'

/** What is asked. Enter runs, as in the line of a search engine; with Shift it begins a new line. */
export function QuestionField() {
  const store = useSearchStore()
  const value = fieldAt(useSearch().body, 'params.query')
  const issue = useIssue('params.query')
  const text = typeof value === 'string' ? value : ''
  const write = (next: string) =>
    store.update(state => ({
      ...state,
      body: withFieldAt(state.body, 'params.query', next === '' ? undefined : next),
    }))
  return (
    <Field label="Question" help="Links in it are read." error={issue?.message}>
      {ids => (
        <TextArea
          {...ids}
          data-field="params.query"
          data-main-input
          className="text-base"
          placeholder="Ask the web and your library"
          maxLength={4000}
          value={text}
          onChange={event => write(event.target.value)}
          onKeyDown={event => {
            const { turn } = store.read()
            if (event.key === 'ArrowUp' && text === '' && turn !== null) {
              event.preventDefault()
              return write(questionOf(turn))
            }
            const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
            if (event.key !== 'Enter' || !plain || event.nativeEvent.isComposing) return
            event.preventDefault()
            listCommands()
              .find(({ id }) => id === 'run')
              ?.run()
          }}
        />
      )}
    </Field>
  )
}

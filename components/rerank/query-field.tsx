'use client'
import { useIssue } from '#components/playground/issues-context.ts'
import { Field } from '#components/ui/field.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { useBoard, useBoardStore } from './board-context.ts'

export function QueryField() {
  const store = useBoardStore()
  const { query } = useBoard().body
  const issue = useIssue('query')
  const change = (text: string) =>
    store.update(board => {
      const { query: _, ...others } = board.body
      return { ...board, body: text === '' ? others : { ...board.body, query: text } }
    })
  return (
    <Field label="Query" error={issue?.message}>
      {ids => (
        <TextArea
          {...ids}
          rows={1}
          data-field="query"
          data-main-input
          placeholder="What the documents are ranked against"
          className="min-h-8"
          value={typeof query === 'string' ? query : ''}
          onChange={event => change(event.target.value)}
        />
      )}
    </Field>
  )
}

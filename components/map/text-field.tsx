'use client'
import { useIssue } from '#components/playground/issues-context.ts'
import { listCommands } from '#components/shell/commands.ts'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useMapState, useMapStore } from './map-context.ts'

/** A line of text of the request; Enter runs, as in the address line of a browser. */
export function TextField({
  name,
  label,
  help,
  placeholder,
  main = false,
}: {
  /** Key in the body. */
  name: 'url' | 'search'
  label: string
  help: string
  placeholder: string
  /** The field that `/` leads to. */
  main?: boolean
}) {
  const store = useMapStore()
  const value = useMapState().body[name]
  const issue = useIssue(name)
  const change = (text: string) =>
    store.update(state => {
      const { [name]: _, ...others } = state.body
      return { ...state, body: text === '' ? others : { ...state.body, [name]: text } }
    })
  return (
    <Field label={label} help={help} error={issue?.message}>
      {ids => (
        <Input
          {...ids}
          data-field={name}
          {...(main && { 'data-main-input': true, inputMode: 'url' as const, autoCapitalize: 'none' })}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typeof value === 'string' ? value : ''}
          onChange={event => change(event.target.value)}
          onKeyDown={event => {
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

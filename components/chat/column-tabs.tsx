'use client'

import { apiFormats } from './model/api-format/api-formats.ts'
import { readActive, type Column } from './model/chat-state.ts'
import { classNames } from '#components/ui/class-names.ts'
import { useChatState, useChatStore } from './chat-context.ts'

/** Selects the column that the form edits; hidden in a plain chat. */
export function ColumnTabs() {
  const store = useChatStore()
  const state = useChatState()
  const active = readActive(state)
  if (state.columns.length === 1) return null
  return (
    <fieldset aria-label="Column to edit" className="flex flex-wrap gap-1">
      {state.columns.map((column, index) => (
        <button
          key={column.id}
          type="button"
          aria-pressed={column === active}
          onClick={() => store.update(before => ({ ...before, activeId: column.id }))}
          className={classNames(
            'control max-w-full truncate rounded-md border px-2',
            column === active ? 'border-accent-text text-text' : 'border-line text-muted hover:text-text',
          )}
        >
          {columnLabel(column, index)}
        </button>
      ))}
    </fieldset>
  )
}

/** `2 · qwen2.5-coder-1.5b · Messages`: the number distinguishes two columns with the same model. */
export function columnLabel({ params, apiFormat }: Column, index: number): string {
  const { model } = params
  const name = typeof model === 'string' && model !== '' ? (model.split('/').at(-1) ?? model) : 'no model'
  return [index + 1, name, ...(apiFormat ? [apiFormats[apiFormat].label] : [])].join(' · ')
}

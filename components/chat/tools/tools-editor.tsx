'use client'
import { ChevronRight, Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Select } from '#components/ui/form/select.tsx'
import { readActive, updateColumn } from '#components/chat/model/chat-state.ts'
import {
  nameNewTool,
  readToolChoice,
  readTools,
  toToolChoice,
  writeTools,
  type ToolDraft,
} from '#components/chat/model/draft/tool-drafts.ts'
import { isBuiltIn } from '#components/chat/model/tools/built-in-tools.ts'
import { BuiltInSwitches } from './built-in-switches.tsx'
import { useChatState, useChatStore } from '#components/chat/chat-context.ts'

// Most conversations have no tools.
const ToolForm = lazy(() => import('./tool-form.tsx').then(module => ({ default: module.ToolForm })))

/** The functions that the model may call, and tool_choice. */
export function ToolsEditor() {
  const store = useChatStore()
  const column = readActive(useChatState())
  const tools = readTools(column.params)
  const add = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<number | null>(null)
  const change = (write: (params: typeof column.params) => typeof column.params) =>
    store.update(state => updateColumn(state, column.id, each => ({ ...each, params: write(each.params) })))
  const save = (next: readonly ToolDraft[]) => change(params => writeTools(params, next))

  const own = tools.flatMap((tool, index) => (isBuiltIn(tool) ? [] : [{ tool, index }]))

  return (
    <section aria-label="Tools" data-field="tools">
      <header className="mb-1 flex min-h-7 flex-wrap items-center gap-2">
        <h2 className="font-semibold">Tools</h2>
        <span className="flex-1" />
        <Button
          ref={add}
          variant="plain"
          size="small"
          className="-mr-2"
          onClick={() => {
            save([...tools, nameNewTool(tools)])
            setOpen(tools.length)
          }}
        >
          <Plus size={16} aria-hidden /> Add tool
        </Button>
      </header>
      <BuiltInSwitches tools={tools} onChange={save} />
      {tools.length > 0 && (
        <div className="mb-2 flex items-center justify-between gap-2">
          <span>
            Tool choice <code className="text-2xs text-muted">tool_choice</code>
          </span>
          <Select
            label="Tool choice"
            className="w-36"
            choices={[
              { value: 'auto', label: 'auto' },
              { value: 'none', label: 'none' },
              { value: 'required', label: 'required' },
              ...tools.map(({ name }) => ({ value: `function:${name}`, label: `always ${name}` })),
            ]}
            value={readToolChoice(column.params)}
            placeholder="auto"
            onChange={value => change(params => toToolChoice(params, value))}
          />
        </div>
      )}
      {own.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {own.map(({ tool, index }) => (
            <li key={index} data-field={`tools.${index}`}>
              <button
                type="button"
                aria-expanded={open === index}
                onClick={() => setOpen(open === index ? null : index)}
                className="flex min-h-8 w-full items-center gap-2 px-2.5 text-left"
              >
                <code className="truncate">{tool.name}</code>
                <span className="min-w-0 flex-1 truncate text-muted">{tool.description}</span>
                <ChevronRight size={16} aria-hidden className={classNames(open === index && 'rotate-90')} />
              </button>
              {open === index && (
                <Suspense>
                  <ToolForm
                    tool={tool}
                    onChange={next => save(tools.map((each, position) => (position === index ? next : each)))}
                    onRemove={() => {
                      save(tools.filter((_, position) => position !== index))
                      setOpen(null)
                      add.current?.focus()
                    }}
                  />
                </Suspense>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

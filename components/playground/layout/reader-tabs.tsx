'use client'
import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode, Ref } from 'react'
import { type TabChoice, toChoice } from '#components/ui/data/tab-choice.ts'

/** A page or document in each of its formats, one at a time; on narrow panes the tabs use two lines. */
export function ReaderTabs<Value extends string>({
  label,
  choices,
  value,
  onChange,
  beside,
  panel,
  children,
}: {
  label: string
  choices: readonly TabChoice<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Shown in the line of the tabs. */
  beside?: ReactNode
  panel?: Ref<HTMLDivElement>
  children: ReactNode
}) {
  return (
    <Tabs.Root
      value={value}
      onValueChange={toChoice(choices, onChange)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex shrink-0 flex-wrap items-center border-b border-line px-3 max-sm:px-1">
        <Tabs.List aria-label={label} className="flex min-w-0 flex-1 flex-wrap max-sm:basis-full">
          {choices.map(choice => (
            <Tabs.Tab
              key={choice.value}
              value={choice.value}
              className="-mb-px shrink-0 border-b-2 border-transparent px-2 py-1 text-xs text-muted -outline-offset-2 hover:text-text data-active:border-accent-text data-active:text-text"
            >
              {choice.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {beside}
      </div>
      <Tabs.Panel
        ref={panel}
        value={value}
        className="scroll min-h-0 flex-1 px-5 py-4 -outline-offset-2 max-sm:px-3"
      >
        {children}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

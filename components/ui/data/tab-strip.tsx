'use client'
import { Tabs } from '@base-ui/react/tabs'
import { type TabChoice, toChoice } from './tab-choice.ts'

/** Tabs whose panel is rendered elsewhere; they scroll on overflow. */
export function TabStrip<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly TabChoice<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <Tabs.Root
      value={value}
      onValueChange={toChoice(choices, onChange)}
      className="min-w-0 flex-1 overflow-x-auto [scrollbar-width:none]"
    >
      <Tabs.List aria-label={label} className="flex h-9 w-max items-stretch">
        {choices.map(choice => (
          <Tabs.Tab
            key={choice.value}
            value={choice.value}
            className="px-2 text-xs text-muted -outline-offset-2 hover:text-text data-active:font-medium data-active:text-text data-active:shadow-[inset_0_-2px_var(--accent)]"
          >
            {choice.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs.Root>
  )
}

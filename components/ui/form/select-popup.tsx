'use client'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import { inputStyle } from './input.tsx'
import type { SelectProps } from './select.tsx'

/** The select, initially open. */
export function SelectPopup({ id, label, choices, value, onChange, placeholder, className }: SelectProps) {
  return (
    <BaseSelect.Root
      items={choices}
      value={value}
      onValueChange={next => next !== null && onChange(next)}
      modal={false}
      defaultOpen
    >
      <BaseSelect.Trigger
        id={id}
        aria-label={label}
        className={classNames(inputStyle, 'flex items-center justify-between gap-2', className)}
      >
        <BaseSelect.Value
          className="truncate data-placeholder:text-muted"
          placeholder={placeholder ?? 'Choose'}
        />
        <BaseSelect.Icon>
          <ChevronDown size={16} aria-hidden />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <BaseSelect.Popup className="pop max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1">
            <BaseSelect.List>
              {choices.map(choice => (
                <BaseSelect.Item
                  key={choice.value}
                  value={choice.value}
                  className="flex h-7 cursor-default items-center gap-2 rounded px-2 outline-none select-none data-highlighted:bg-hover coarse:h-10"
                >
                  <BaseSelect.ItemText className="flex-1">{choice.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator>
                    <Check size={16} aria-hidden />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}

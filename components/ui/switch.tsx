'use client'
import { Switch as BaseSwitch } from '@base-ui/react/switch'

/** On or off. */
export function Switch({
  id,
  label,
  checked,
  onChange,
  ...aria
}: {
  id?: string | undefined
  label?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  'aria-describedby'?: string | undefined
}) {
  return (
    <BaseSwitch.Root
      id={id}
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      className="relative flex h-6 w-10 cursor-pointer items-center rounded-full border border-control bg-sunken p-0.5 data-checked:border-accent data-checked:bg-accent"
      {...aria}
    >
      <BaseSwitch.Thumb className="size-4.5 rounded-full bg-control transition-transform duration-150 data-checked:translate-x-4 data-checked:bg-on-accent" />
    </BaseSwitch.Root>
  )
}

'use client'
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { Kbd } from './kbd.tsx'

/** Adds to a control what it does and its keys; the control still needs a name of its own. */
export function Tooltip({
  text,
  keys,
  children,
}: {
  text: string
  keys?: string | undefined
  children: ReactElement
}) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} delay={400} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={6} className="z-50">
          <BaseTooltip.Popup className="pop flex max-w-72 items-center gap-2 px-2 py-1 text-xs">
            {text}
            {keys && <Kbd>{keys}</Kbd>}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}

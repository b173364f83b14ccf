import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'size' | 'aria-label'> {
  /** Accessible name and tooltip. */
  label: string
  /** Shortcut as displayed, e.g. `⌘K`. */
  keys?: string | undefined
  children: ReactNode
}

/** A 16 px icon button with an accessible name. */
export function IconButton({ label, keys, variant = 'plain', children, ...props }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <Button variant={variant} size="icon" aria-label={label} {...props}>
        {children}
      </Button>
    </Tooltip>
  )
}

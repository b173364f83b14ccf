'use client'
import { Send } from 'lucide-react'
import { useId } from 'react'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Menu, type MenuAction } from '#components/ui/overlay/menu.tsx'

export interface SendMenuProps {
  /** Describes the items, e.g. `Send 12 texts to`. */
  label: string
  /** Each labeled with its target. */
  actions: readonly MenuAction[]
  /** Icon only, for tight spaces; `small` within a line of text. */
  compact?: boolean | 'small'
  disabled?: boolean
  /** Also adds the actions to the command palette; for the page's primary menu. */
  inPalette?: boolean
}

/** Menu of targets for the items. Renders nothing without a target. */
export function SendMenu({
  label,
  actions,
  compact = false,
  disabled = false,
  inPalette = false,
}: SendMenuProps) {
  if (actions.length === 0) return null
  const trigger = compact ? (
    <IconButton
      label={label}
      disabled={disabled}
      {...(compact === 'small' && { className: 'size-6 coarse:size-10' })}
    >
      <Send size={14} aria-hidden />
    </IconButton>
  ) : (
    <Button variant="plain" disabled={disabled}>
      <Send size={14} aria-hidden />
      {label}
    </Button>
  )
  return (
    <>
      {disabled ? trigger : <Menu trigger={trigger} actions={actions} />}
      {inPalette && !disabled && <SendCommands label={label} actions={actions} />}
    </>
  )
}

function SendCommands({ label, actions }: Pick<SendMenuProps, 'label' | 'actions'>) {
  // Each column of a comparison has its own actions.
  const menuId = useId()
  useCommands(
    actions.map((action): Command => ({
      id: `send-to-${action.label}-${menuId}`,
      label: `${label} ${action.label}`,
      section: 'Send to',
      run: action.onSelect,
    })),
  )
  return null
}

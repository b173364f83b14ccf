'use client'
import { Send } from 'lucide-react'
import { useId } from 'react'
import type { Command } from '#components/shell/commands.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Menu } from '#components/ui/menu.tsx'
import { type SendToOptions, type SendToTarget, useSendTo } from './use-send-to.ts'

export interface SendToMenuProps extends SendToOptions {
  /** Says what is sent, e.g. `Send 12 texts to`. */
  label?: string
  /** An icon alone, where room is scarce. */
  compact?: boolean
  disabled?: boolean
  /** Offers the same in the palette; for the one menu of a page that sends what is most in sight. */
  inPalette?: boolean
}

/** Sends a result or selection to another playground, which opens it and does not run. Nothing where none takes it. */
export function SendToMenu(props: SendToMenuProps) {
  const { label = 'Send to', compact = false, disabled = false, inPalette = false } = props
  const targets = useSendTo(props)
  if (targets.length === 0) return null
  const trigger = compact ? (
    <IconButton label={label} disabled={disabled}>
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
      {disabled ? (
        trigger
      ) : (
        <Menu
          trigger={trigger}
          actions={targets.map(({ name, send }) => ({ label: name, onSelect: () => void send() }))}
        />
      )}
      {inPalette && !disabled && <SendToCommands label={label} targets={targets} />}
    </>
  )
}

function SendToCommands({ label, targets }: { label: string; targets: readonly SendToTarget[] }) {
  // The columns of a comparison each offer their own.
  const menuId = useId()
  useCommands(
    targets.map(({ contract, name, send }): Command => ({
      id: `send-to-${contract}-${menuId}`,
      label: `${label} ${name}`,
      section: 'Send to',
      run: () => void send(),
    })),
  )
  return null
}

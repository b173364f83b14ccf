'use client'
import { useAccount } from '#components/shell/account-context.tsx'
import { SendMenu, type SendMenuProps } from './send-menu.tsx'
import { type SendToOptions, useSendTo } from './use-send-to.ts'

export interface SendToMenuProps extends SendToOptions, Omit<SendMenuProps, 'label' | 'actions'> {
  label?: string
}

/** Sends a result or selection to another playground, which opens it without running it. */
export function SendToMenu({ label = 'Send to', from, kind, content, ...menu }: SendToMenuProps) {
  const targets = useSendTo({ from, kind, content })
  // A viewer has no target to send to.
  if (useAccount().role === 'viewer') return null
  return (
    <SendMenu
      {...menu}
      label={label}
      actions={targets.map(({ name, send }) => ({ label: name, onSelect: () => void send() }))}
    />
  )
}

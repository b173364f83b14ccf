'use client'
import { useId } from 'react'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { useShowShortcut } from './platform-context.tsx'
import type { Shortcut } from './shortcut.ts'
import { useAllCommands } from './use-commands.ts'

// Shortcuts of controls rather than of commands.
const ofControls: readonly { label: string; shortcut: Shortcut }[] = [
  { label: 'Last prompt (in an empty prompt)', shortcut: { key: 'ArrowUp' } },
  { label: 'Leave the field or close the dialog', shortcut: { key: 'Escape' } },
]

export function KeysHelp({
  onClose,
  singleKeys,
  onSingleKeys,
}: {
  onClose: () => void
  singleKeys: boolean
  onSingleKeys: (on: boolean) => void
}) {
  const show = useShowShortcut()
  const commands = useAllCommands()
  const switchId = useId()
  const rows = [
    ...new Map(commands.flatMap(toRow).map(row => [show(row.shortcut), row])).values(),
    ...ofControls,
  ]
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
        {rows.map(row => (
          <div key={row.label} className="contents">
            <dt>{row.label}</dt>
            <dd className="text-right">
              <Kbd>{show(row.shortcut)}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex items-center justify-between gap-4 border-t border-line pt-3">
        <label htmlFor={switchId}>Single-key shortcuts (outside fields)</label>
        <Switch id={switchId} checked={singleKeys} onChange={onSingleKeys} />
      </div>
    </Dialog>
  )
}

function toRow(command: { label: string; shortcut?: Shortcut }): { label: string; shortcut: Shortcut }[] {
  return command.shortcut ? [{ label: command.label, shortcut: command.shortcut }] : []
}

'use client'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { showFailure, showToast } from '#components/ui/overlay/toast.ts'
import { changeTeamKey } from './model/team-keys.ts'
import type { TeamKey } from '#lib/contracts/console/keys.ts'

const EditKey = lazy(() => import('./edit-key.tsx').then(module => ({ default: module.EditKey })))
const RotateKey = lazy(() => import('./rotate-key.tsx').then(module => ({ default: module.RotateKey })))
const RevokeKey = lazy(() => import('./revoke-key.tsx').then(module => ({ default: module.RevokeKey })))

/** The actions of a key. */
export function KeyActions({ apiKey, onChanged }: { apiKey: TeamKey; onChanged: () => Promise<void> }) {
  const [open, setOpen] = useState<'edit' | 'rotate' | 'revoke' | null>(null)
  if (apiKey.kind === 'playground' || apiKey.state === 'revoked') return null
  const dialog = { apiKey, onChanged, onClose: () => setOpen(null) }
  const disabled = apiKey.state === 'disabled'
  const toggle = () =>
    changeTeamKey(apiKey.id, { disabled: !disabled })
      .then(onChanged)
      .then(() => showToast(disabled ? `${apiKey.name} enabled` : `${apiKey.name} disabled`))
      .catch((error: unknown) => showFailure('Key not changed', error))
  return (
    <>
      <Menu
        trigger={
          <Button variant="plain" size="icon" aria-label={`Actions for ${apiKey.name}`}>
            <Ellipsis size={16} aria-hidden />
          </Button>
        }
        actions={[
          { label: 'Edit', onSelect: () => setOpen('edit') },
          { label: disabled ? 'Enable' : 'Disable', onSelect: () => void toggle() },
          { label: 'Rotate', onSelect: () => setOpen('rotate') },
          { label: 'Revoke', onSelect: () => setOpen('revoke') },
        ]}
      />
      <Suspense>
        {open === 'edit' && <EditKey {...dialog} />}
        {open === 'rotate' && <RotateKey {...dialog} />}
        {open === 'revoke' && <RevokeKey {...dialog} />}
      </Suspense>
    </>
  )
}

export interface KeyDialogProps {
  apiKey: TeamKey
  onChanged: () => Promise<void>
  onClose: () => void
}

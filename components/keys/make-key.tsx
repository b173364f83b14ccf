'use client'
import { useState } from 'react'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { makeTeamKey } from './model/team-keys.ts'
import type { KeyList } from '#lib/contracts/console/keys.ts'
import { startDraft } from './key-draft.ts'
import { KeyForm } from './key-form.tsx'
import { NewKeyText } from '#components/console-kit/new-key-text.tsx'

/** Creates a key and shows its secret once. */
export function MakeKey({
  limits,
  onMade,
  onClose,
}: {
  /** The team's limits for new keys. */
  limits: KeyList['new_key_limits']
  onMade: () => Promise<void>
  onClose: () => void
}) {
  const [token, setToken] = useState<string | null>(null)
  if (token !== null) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Your new API key"
        description="Copy it now: it is shown only once."
        className="w-[min(44rem,calc(100vw-24px))]"
      >
        <NewKeyText token={token} />
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title="Create API key" description="For your own programs.">
      <KeyForm
        initial={startDraft(limits)}
        action="Create key"
        onSubmit={async settings => {
          const made = await makeTeamKey(settings)
          setToken(made.token)
          await onMade()
        }}
      />
    </Dialog>
  )
}

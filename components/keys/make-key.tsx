'use client'
import { useState } from 'react'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { makeTeamKey } from './model/team-keys.ts'
import { emptyDraft } from './key-draft.ts'
import { KeyForm } from './key-form.tsx'
import { NewKeyText } from './new-key-text.tsx'

/** Creates a key and shows its secret once. */
export function MakeKey({ onMade, onClose }: { onMade: () => Promise<void>; onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null)
  if (token !== null) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Your new API key"
        description="Copy it now: it is shown only once."
      >
        <NewKeyText token={token} />
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title="Create API key" description="For your own programs.">
      <KeyForm
        initial={emptyDraft}
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

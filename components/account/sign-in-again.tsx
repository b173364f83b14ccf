'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Signs in without leaving the page, so that results and drafts stay. */
export function SignInAgain({ onSignedIn }: { onSignedIn: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="go" onClick={() => setOpen(true)}>
        Sign in
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Sign in" description="Your draft is saved.">
        <SignInForm
          onSignedIn={() => {
            setOpen(false)
            onSignedIn()
          }}
        />
      </Dialog>
    </>
  )
}

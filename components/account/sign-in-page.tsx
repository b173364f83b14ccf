'use client'
import { EntryFrame } from './entry-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** @param next a path of the console, checked by the server */
export function SignInPage({ next }: { next: string }) {
  return (
    <EntryFrame title="Sign in">
      {/* A whole new page: everything that was loaded for nobody goes. */}
      <SignInForm onSignedIn={() => window.location.assign(next)} />
      <p className="mt-4 text-xs text-muted">
        No account yet, or no password any more? Ask your team for an invitation.
      </p>
    </EntryFrame>
  )
}

'use client'

import { EntryFrame } from '#components/console-kit/entry-frame.tsx'
import { Problem } from '#components/console-kit/problem.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toSignOnAddress } from './model/account.ts'
import { useSubmit } from '#components/console-kit/use-submit.ts'

/** The sign-in methods that the operator enabled. */
export function SignInPage({
  next,
  passwords,
  sso,
  failed,
  isSetUp,
}: {
  /** A console path, validated by the server. */
  next: string
  passwords: boolean
  /** Identity providers, with their button labels. */
  sso: readonly { readonly id: string; readonly name: string }[]
  /** Whether SSO has just returned without an account. */
  failed: boolean
  /** Whether the first account exists. */
  isSetUp: boolean
}) {
  return (
    <EntryFrame title="Sign in">
      <div className="flex flex-col gap-4">
        <Problem
          text={
            failed
              ? 'Single sign-on found no account here. Try again, or ask your team for an invitation.'
              : null
          }
        />
        {!isSetUp && passwords && (
          <p className="text-sm">
            There are no accounts yet. Create the first one with the setup link in the Sextant log. The link
            expires after an hour; restart Sextant for a new one.
          </p>
        )}
        {sso.map(way => (
          <SsoButton key={way.id} {...way} next={next} />
        ))}
        {/* A full page load drops everything cached while signed out. */}
        {isSetUp && passwords && <SignInForm onSignedIn={() => window.location.assign(next)} />}
        {isSetUp && (
          <p className="text-xs text-muted">
            No account or forgot your password? Ask your team for an invitation.
          </p>
        )}
      </div>
    </EntryFrame>
  )
}

/** Redirects to an identity provider, which redirects back. */
function SsoButton({ id, name, next }: { id: string; name: string; next: string }) {
  const { busy, problem, submit } = useSubmit([])
  return (
    <>
      <Problem text={problem} />
      <Button
        disabled={busy}
        focusableWhenDisabled
        onClick={() => submit(async () => window.location.assign(await toSignOnAddress(id, next)))}
      >
        Sign in with {name}
      </Button>
    </>
  )
}

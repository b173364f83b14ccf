'use client'

import { EntryFrame } from './entry-frame.tsx'
import { Problem } from './problem.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { toSignOnAddress } from './model/account.ts'
import { useSubmit } from './use-submit.ts'

/** The way in, by what the operator allows. */
export function SignInPage({
  next,
  passwords,
  sso,
  failed,
  isSetUp,
}: {
  /** A path of the console, checked by the server. */
  next: string
  passwords: boolean
  /** Servers that vouch for people, with what their buttons say. */
  sso: readonly { readonly id: string; readonly name: string }[]
  /** Whether single sign-on has just led back without anybody. */
  failed: boolean
  /** Whether anybody has an account yet. */
  isSetUp: boolean
}) {
  return (
    <EntryFrame title="Sign in">
      <div className="flex flex-col gap-4">
        <Problem
          text={
            failed
              ? 'Single sign-on did not lead to an account here. Try again, or ask your team for an invitation.'
              : null
          }
        />
        {!isSetUp && passwords && (
          <p className="text-sm">
            Nobody has an account here yet. The log of Sextant has a link that makes the first one; it is good
            for an hour, and a restart prints another.
          </p>
        )}
        {sso.map(way => (
          <SsoButton key={way.id} {...way} next={next} />
        ))}
        {/* A whole new page: everything that was loaded for nobody goes. */}
        {isSetUp && passwords && <SignInForm onSignedIn={() => window.location.assign(next)} />}
        {isSetUp && (
          <p className="text-xs text-muted">
            No account yet, or no password any more? Ask your team for an invitation.
          </p>
        )}
      </div>
    </EntryFrame>
  )
}

/** Leaves for the server that vouches for people; it sends them back. */
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

'use client'
import { Button } from '#components/ui/button.tsx'
import { toSignOnAddress } from '#lib/client/team/account.ts'
import { Problem } from './problem.tsx'
import { useSubmit } from './use-submit.ts'

/** Leaves for the server that vouches for people; it sends them back. */
export function SsoButton({ id, name, next }: { id: string; name: string; next: string }) {
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

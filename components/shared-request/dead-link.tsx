'use client'
import { Link } from '#components/ui/link.tsx'
import { usePathname } from 'next/navigation'
import { EntryFrame } from '#components/console-kit/entry-frame.tsx'
import { signInPath } from './sign-in-path.ts'

/** Shows the same text for a revoked, expired, unknown or restricted link, so that it reveals nothing. */
export function DeadLink({ signsIn }: { signsIn: boolean }) {
  const path = usePathname()
  return (
    <EntryFrame title="This link doesn’t work">
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          It was revoked, has expired, is incomplete, or is restricted to members of a team. Ask the sender
          for a new link.
        </p>
        <p>
          {signsIn ? (
            <Link href={signInPath(path)} className="text-accent-text underline underline-offset-2">
              Sign in as a member
            </Link>
          ) : (
            <Link href="/" className="text-accent-text underline underline-offset-2">
              Open the console
            </Link>
          )}
        </p>
      </div>
    </EntryFrame>
  )
}

'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { EntryFrame } from '#components/account/entry-frame.tsx'
import { signInPath } from './sign-in-path.ts'

/** Says the same of a link that was withdrawn, has ended, never was, or is for others. */
export function DeadLink({ signsIn }: { signsIn: boolean }) {
  const path = usePathname()
  return (
    <EntryFrame title="This link does not open anything">
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          It was withdrawn, has ended, was cut, or is for members of a team. Ask for it again where you got
          it.
        </p>
        <p>
          {signsIn ? (
            <Link
              href={signInPath(path)}
              prefetch={false}
              className="text-accent underline underline-offset-2"
            >
              Sign in, if you are a member
            </Link>
          ) : (
            <Link href="/" prefetch={false} className="text-accent underline underline-offset-2">
              Open the console
            </Link>
          )}
        </p>
      </div>
    </EntryFrame>
  )
}

'use client'
import { CircleUser, LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Menu } from '#components/ui/menu.tsx'
import { useAccount } from './account-context.tsx'

const SignOutDialog = lazy(() =>
  import('#components/account/sign-out-dialog.tsx').then(module => ({ default: module.SignOutDialog })),
)

/** Who is signed in, and the way out; nothing in open mode. */
export function AccountMenu({ className }: { className?: string }) {
  const { name, role, signedIn } = useAccount()
  const [leaving, setLeaving] = useState(false)
  if (!signedIn) return null
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={className}>
            <CircleUser size={16} aria-hidden />
            <span className="min-w-0 truncate">{name}</span>
            <span className="ml-auto text-xs">{role}</span>
          </button>
        }
        actions={[
          { label: 'Sign out', icon: <LogOut size={16} aria-hidden />, onSelect: () => setLeaving(true) },
        ]}
      />
      <Suspense>{leaving && <SignOutDialog onClose={() => setLeaving(false)} />}</Suspense>
    </>
  )
}

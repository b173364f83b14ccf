'use client'
import { Link } from '#components/ui/link.tsx'
import { useAccount } from './account-context.tsx'
import { pageLinks } from './navigation.tsx'
import { SidebarButton } from './sidebar-button.tsx'

/** Shown to viewers instead of a playground, with links to the pages they can read. */
export function ViewerPage({ title }: { title: string }) {
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-3 pl-5 max-sm:px-2">
        <SidebarButton />
        <h1 className="text-base font-semibold">{title}</h1>
      </header>
      <main id="main" className="scroll min-h-0 flex-1">
        <div className="mx-auto flex max-w-prose flex-col gap-3 px-5 py-6 max-sm:px-3">
          <h2 className="text-base font-semibold">Playgrounds are for members</h2>
          <p className="text-muted">
            You have the viewer role: you can read shared requests and the library, but not run requests. Ask
            an admin to make you a member.
          </p>
          <p>You can open the links that your team shares, and these pages:</p>
          <OpenPages />
        </div>
      </main>
    </>
  )
}

/** Shown instead of a team page that the role does not open, with the reason. */
export function UnavailablePage() {
  const account = useAccount()
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-3 pl-5 max-sm:px-2">
        <SidebarButton />
        <h1 className="text-base font-semibold">Page not available</h1>
      </header>
      <main id="main" className="scroll min-h-0 flex-1">
        <div className="mx-auto flex max-w-prose flex-col gap-3 px-5 py-6 max-sm:px-3">
          <p className="text-muted">
            {account.signedIn
              ? `Your role, ${account.role}, does not include this page. Ask an admin of your team for access.`
              : 'There is no page at this URL.'}
          </p>
          <p>You can open these pages:</p>
          <OpenPages />
        </div>
      </main>
    </>
  )
}

/** Links to the pages that the role opens. */
function OpenPages() {
  return (
    <ul className="flex flex-col gap-1">
      {pageLinks(useAccount()).map(({ href, label, icon }) => (
        <li key={href}>
          <Link
            href={href}
            className="inline-flex min-h-7 items-center gap-2 text-accent-text underline-offset-2 hover:underline"
          >
            {icon}
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

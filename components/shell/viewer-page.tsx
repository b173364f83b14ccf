'use client'
import { OpenPages } from './open-pages.tsx'
import { SidebarButton } from './sidebar-button.tsx'

/** Shown to viewers instead of a playground, with links to the pages they can read. */
export function ViewerPage({ title }: { title: string }) {
  return (
    <>
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line bg-panel pr-3 pl-4 max-sm:px-2">
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

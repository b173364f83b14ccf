'use client'
import { Link } from '#components/ui/link.tsx'
import type { ReactNode } from 'react'
import { SidebarButton } from '#components/shell/sidebar-button.tsx'
import { useSidebar } from '#components/shell/sidebar-context.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import type { DocGroup } from '#lib/contracts/console/docs.ts'
import { DocsList } from './docs-list.tsx'

/** Layout of the documentation: header, and search with the list of pages beside a page. */
export function DocsFrame({ groups, children }: { groups: readonly DocGroup[]; children: ReactNode }) {
  const sidebar = useSidebar()
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-3 pl-5 max-sm:px-2">
        <SidebarButton />
        <Link href="/docs" className="text-base font-semibold">
          Docs
        </Link>
        <span className="flex-1" />
        <Link href="/reference" className="text-accent-text underline-offset-2 hover:underline">
          API reference
        </Link>
        <IconButton label="Keyboard shortcuts" keys="?" onClick={sidebar.showKeys} className="max-sm:hidden">
          <Kbd>?</Kbd>
        </IconButton>
      </header>
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <DocsList groups={groups} />
        {children}
      </div>
    </>
  )
}

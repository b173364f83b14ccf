'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useApi } from '#components/playground/api-context.tsx'
import { SidebarButton } from '#components/shell/sidebar-button.tsx'
import { useSidebar } from '#components/shell/sidebar-context.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import type { ReferenceGroup } from '#lib/contracts/reference-index.ts'
import { ReferenceList } from './reference-list.tsx'

/** The line above the reference, and the list of operations beside it. */
export function ReferenceFrame({
  groups,
  children,
}: {
  groups: readonly ReferenceGroup[]
  children: ReactNode
}) {
  const sidebar = useSidebar()
  const { baseUrl } = useApi()
  return (
    <>
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line bg-panel pr-3 pl-4 max-sm:px-2">
        <SidebarButton />
        <Link href="/reference" className="text-base font-semibold">
          API reference
        </Link>
        <span className="flex-1" />
        <a href={`${baseUrl}/openapi.json`} className="text-accent underline underline-offset-2">
          openapi.json
        </a>
        <IconButton label="All keys" keys="?" onClick={sidebar.showKeys} className="max-sm:hidden">
          <Kbd>?</Kbd>
        </IconButton>
      </header>
      <div className="flex min-h-0 flex-1 max-sm:flex-col">
        <ReferenceList groups={groups} />
        {children}
      </div>
    </>
  )
}

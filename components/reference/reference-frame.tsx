'use client'

import { Link } from '#components/ui/link.tsx'
import { type ReactNode, useRef, useState } from 'react'
import { useApi } from '#components/playground/form/api-context.tsx'
import { SidebarButton } from '#components/shell/sidebar-button.tsx'
import { useSidebar } from '#components/shell/sidebar-context.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import type { ReferenceGroup } from '#lib/contracts/reference/reference-index.ts'
import { Search } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useCommands } from '#components/shell/use-commands.ts'
import { classNames } from '#components/ui/class-names.ts'
import { Input } from '#components/ui/form/input.tsx'
import { MethodMark } from './method-mark.tsx'
import { toAnchor } from './anchors.ts'
import { type FoundLink, searchReference } from './model/search-reference.ts'

/** Layout of the reference: header and list of operations. */
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
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-3 pl-5 max-sm:px-2">
        <SidebarButton />
        <Link href="/reference" className="text-base font-semibold">
          API reference
        </Link>
        <span className="flex-1" />
        <Link href="/docs" className="text-accent-text underline underline-offset-2">
          Docs
        </Link>
        <a href={`${baseUrl}/openapi.json`} className="text-accent-text underline underline-offset-2">
          openapi.json
        </a>
        <IconButton label="Keyboard shortcuts" keys="?" onClick={sidebar.showKeys} className="max-sm:hidden">
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

/** Search over operations and parameters, above their list; on phones the list shows only search results. */
function ReferenceList({ groups }: { groups: readonly ReferenceGroup[] }) {
  const pathname = usePathname()
  const [asked, setAsked] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useCommands([
    {
      id: 'search-reference',
      label: 'Search the reference',
      section: 'Go to',
      shortcut: { key: '/' },
      run: () => field.current?.focus(),
    },
  ])
  const found = searchReference(groups, asked)
  // On phones the results overlay the page.
  const onOpen = () => {
    if (window.matchMedia('(max-width: 639px)').matches) setAsked('')
  }
  const count = found.reduce((sum, { links }) => sum + links.length, 0)
  return (
    <nav
      aria-label="Reference"
      className="flex w-72 shrink-0 flex-col border-r border-line bg-canvas max-lg:w-60 max-sm:max-h-1/2 max-sm:w-full max-sm:border-r-0 max-sm:border-b"
    >
      <div className="relative p-3">
        <Search
          size={14}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-5 -translate-y-1/2"
        />
        <Input
          ref={field}
          type="search"
          aria-label="Search operations and parameters"
          placeholder="Search, e.g. top_n"
          className="pl-7"
          value={asked}
          onChange={event => setAsked(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') list.current?.querySelector('a')?.click()
          }}
        />
      </div>
      <p role="status" className="sr-only">
        {asked.trim() === '' ? '' : `${count} operations`}
      </p>
      <div
        ref={list}
        className={classNames('scroll min-h-0 flex-1 px-2 pb-4', asked.trim() === '' && 'max-sm:hidden')}
      >
        {found.map(({ title, links }) => (
          <div key={title} className="mb-3">
            <h2 className="px-2 py-1 text-xs font-medium text-muted">{title}</h2>
            <ul>
              {links.map(each => (
                <ListEntry
                  key={each.link.id}
                  found={each}
                  current={pathname === `/reference/${each.link.id}`}
                  onOpen={onOpen}
                />
              ))}
            </ul>
          </div>
        ))}
        {found.length === 0 && <p className="px-2 text-muted">No results. Try the name of a parameter.</p>}
      </div>
    </nav>
  )
}

function ListEntry({
  found: { link, parameters },
  current,
  onOpen,
}: {
  found: FoundLink
  current: boolean
  onOpen: () => void
}) {
  return (
    <li>
      <Link
        href={`/reference/${link.id}`}
        onClick={onOpen}
        aria-current={current ? 'page' : undefined}
        title={link.summary}
        className="flex items-center gap-2 rounded-md border border-transparent px-2 py-1 hover:text-text aria-[current]:border-line aria-[current]:bg-canvas coarse:py-2.5"
      >
        <MethodMark method={link.method} />
        <span className="min-w-0 break-words">{shortNameOf(link.id)}</span>
      </Link>
      {parameters.map(parameter => (
        <Link
          key={parameter}
          href={`/reference/${link.id}#${toAnchor('request', parameter)}`}
          onClick={onOpen}
          className="block rounded-md py-0.5 pr-2 pl-14 text-xs break-words text-muted hover:text-text coarse:py-2"
        >
          <code>{parameter}</code>
        </Link>
      ))}
    </li>
  )
}

function shortNameOf(id: string): string {
  const words = id.replaceAll('-', ' ').replace(/ (v\d)$/, ' · $1')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

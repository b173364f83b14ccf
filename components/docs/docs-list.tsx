'use client'
import { ChevronDown, Search } from 'lucide-react'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { usePathname } from 'next/navigation'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Input } from '#components/ui/form/input.tsx'
import type { DocGroup } from '#lib/contracts/console/docs.ts'
import { FoundList } from './found-list.tsx'

/** Search above the list of pages, or its results. Below 1100 px the list opens with a button. */
export function DocsList({ groups }: { groups: readonly DocGroup[] }) {
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useCommands([
    {
      id: 'search-docs',
      label: 'Search the docs',
      section: 'Go to',
      shortcut: { key: '/' },
      run: () => field.current?.focus(),
    },
  ])
  const searching = query.trim() !== ''
  // Below 1100 px the list would hide the page that it opened.
  const onOpen = () => {
    setOpen(false)
    if (window.matchMedia('(max-width: 1099px)').matches) setQuery('')
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the field and links inside
    <nav
      aria-label="Docs"
      onKeyDown={event => moveFocus(event, field.current, list.current)}
      className="flex w-60 shrink-0 flex-col border-r border-line max-lg:max-h-[70%] max-lg:w-full max-lg:border-r-0 max-lg:border-b"
    >
      <div className="flex items-center gap-2 p-3">
        <div className="relative min-w-0 flex-1">
          <Search
            size={14}
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted"
          />
          <Input
            ref={field}
            type="search"
            aria-label="Search the docs"
            placeholder="Search docs"
            className="pl-7"
            value={query}
            onChange={event => setQuery(event.target.value)}
            onKeyDown={event => {
              if (event.key === 'Enter') list.current?.querySelector('a')?.click()
            }}
          />
        </div>
        <Button aria-expanded={open} onClick={() => setOpen(!open)} className="lg:hidden">
          All pages <ChevronDown size={14} aria-hidden />
        </Button>
      </div>
      <div
        ref={list}
        className={classNames('scroll min-h-0 flex-1 px-2 pb-4', !searching && !open && 'max-lg:hidden')}
      >
        {searching ? (
          <FoundList query={query} onOpen={onOpen} />
        ) : (
          groups.map(({ title, pages }) => (
            <section key={title} aria-label={title} className="mb-3">
              <h2 className="px-2 py-1 text-2xs font-medium text-muted">{title}</h2>
              <ul>
                {pages.map(page => (
                  <PageLink key={page.path} {...page} onOpen={onOpen} />
                ))}
              </ul>
            </section>
          ))
        )}
      </div>
    </nav>
  )
}

function PageLink({ path, title, onOpen }: { path: string; title: string; onOpen: () => void }) {
  const current = usePathname() === path
  return (
    <li>
      <Link
        href={path as Route}
        onClick={onOpen}
        aria-current={current ? 'page' : undefined}
        className="block rounded-md px-2 py-1 text-soft -outline-offset-2 hover:bg-hover hover:text-text aria-[current]:bg-active aria-[current]:font-medium aria-[current]:text-text coarse:py-2.5"
      >
        {title}
      </Link>
    </li>
  )
}

/** Arrow keys move from the field through the links and back. */
function moveFocus(event: KeyboardEvent, field: HTMLElement | null, list: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLElement)) return
  const links = [...(list?.querySelectorAll('a') ?? [])].filter(link => link.checkVisibility())
  const stops = [field, ...links]
  const next = stops[stops.findIndex(stop => stop === event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

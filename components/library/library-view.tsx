'use client'
import { FolderOpen, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button.tsx'
import type { ExampleText } from '#lib/client/library/example-texts.ts'
import { HitsPane } from './hits-pane.tsx'
import { ItemsPane } from './items-pane.tsx'
import { LibraryAside } from './library-aside.tsx'
import { LibraryHeader } from './library-header.tsx'
import { LibraryNotices } from './library-notices.tsx'
import { SearchField } from './search-field.tsx'
import { useLibraryPlace } from './use-library-place.ts'
import { useLibraryRights } from './use-library-rights.ts'

const AddText = lazy(() => import('./add-text.tsx').then(module => ({ default: module.AddText })))
const AsideDrawer = lazy(() => import('./aside-drawer.tsx').then(module => ({ default: module.AsideDrawer })))

/** Everything that the team keeps: looked through, searched, added to, deleted. */
export function LibraryView() {
  const [{ find, collection }] = useLibraryPlace()
  const { adds } = useLibraryRights()
  const [adding, setAdding] = useState<{ readonly example: ExampleText | null } | null>(null)
  const [drawerOpen, setDrawerOpen] = useState(false)
  useCommands([
    {
      id: 'main-input',
      label: 'Go to the main input',
      section: 'View',
      shortcut: { key: '/' },
      run: () => document.querySelector<HTMLElement>('[data-main-input]')?.focus(),
    },
    ...(adds
      ? [
          {
            id: 'add-text',
            label: 'Add a text to the library',
            section: 'Run' as const,
            run: () => setAdding({ example: null }),
          },
        ]
      : []),
  ])
  return (
    <>
      <LibraryHeader
        heading={<h1 className="text-base font-semibold">Library</h1>}
        actions={
          <>
            <Button variant="plain" className="lg:hidden" onClick={() => setDrawerOpen(true)}>
              <FolderOpen size={16} aria-hidden />
              <span className="max-w-32 truncate">{collection ?? 'Collections'}</span>
            </Button>
            {adds && (
              <Button onClick={() => setAdding({ example: null })}>
                <Plus size={16} aria-hidden />
                Add text
              </Button>
            )}
          </>
        }
      />
      <main id="main" className="flex min-h-0 flex-1">
        <aside aria-label="Collections" className="w-60 shrink-0 border-r border-line bg-panel max-lg:hidden">
          <LibraryAside />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <SearchField />
          <LibraryNotices />
          {find === '' ? <ItemsPane onExample={example => setAdding({ example })} /> : <HitsPane />}
        </div>
      </main>
      <Suspense>
        {adding && <AddText example={adding.example} onClose={() => setAdding(null)} />}
        {drawerOpen && <AsideDrawer onClose={() => setDrawerOpen(false)} />}
      </Suspense>
    </>
  )
}

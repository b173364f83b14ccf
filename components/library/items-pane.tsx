'use client'

import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode, lazy, Suspense } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { type ExampleText, exampleTexts } from './model/example-texts.ts'
import { type ItemSelection, nothingSelected, toggleItems } from './model/item-selection.ts'
import { itemsQuery, type ItemFilter, listAllItems } from './model/list-items.ts'
import { ItemList } from './item-list.tsx'
import { LibraryError } from './library-error.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { useLibrarySearchParams } from './use-library-search-params.ts'
import { FileText, Globe, Network, FolderInput, Trash2 } from 'lucide-react'
import type { Route } from 'next'
import { Link } from '#components/ui/link.tsx'
import { useLibraryRights } from './use-library-rights.ts'
import { Input } from '#components/ui/form/input.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { formatCount } from '#lib/client/format.ts'
import { itemStates } from './model/library-search-params.ts'
import type { LibraryItem } from '#lib/contracts/api/library-item.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { showToast } from '#components/ui/overlay/toast.ts'
import { countItems } from './model/format-item.ts'
import { ChooseFiles } from './uploads/upload-files.tsx'
import { acceptedKinds } from '#components/documents/model/files/check-file.ts'

/** The items that match the filter, with actions for the selection. */
export function ItemsPane({ onExample }: { onExample: (example: ExampleText) => void }) {
  const [{ collection, title, state }, go] = useLibrarySearchParams()
  const filter = useMemo(() => ({ collection, title, state }), [collection, title, state])
  const query = useInfiniteQuery({ ...itemsQuery(filter), placeholderData: keepPreviousData })
  const items = useMemo(() => query.data?.pages.flatMap(page => page.items) ?? [], [query.data])
  const [selected, setSelected] = useState<ItemSelection>(nothingSelected)
  const filtered = collection !== null || title !== '' || state !== null
  if (query.isPending) return <SkeletonRows />
  if (query.data === undefined) {
    return (
      <div className="p-4 max-sm:p-3">
        <LibraryError error={query.error} onRetry={() => void query.refetch()} />
      </div>
    )
  }
  if (items.length === 0 && !filtered) return <EmptyLibrary onExample={onExample} />
  return (
    <>
      <ItemsToolbar items={items} more={query.hasNextPage} selected={selected} onSelect={setSelected} />
      {items.length === 0 ? (
        <div className="flex flex-1 flex-col items-start gap-2 px-5 py-4 text-muted max-sm:px-3">
          <p>No items match.</p>
          <Button onClick={() => go({ collection: null, title: '', state: null })}>Clear filters</Button>
        </div>
      ) : (
        <ItemList
          items={items}
          selected={selected}
          onSelect={setSelected}
          more={query.hasNextPage && !query.isFetchNextPageError}
          onMore={() => {
            if (!query.isFetching) void query.fetchNextPage()
          }}
        />
      )}
      {query.error && (
        <div className="max-h-[40%] shrink-0 overflow-auto border-t border-line p-3">
          <LibraryError
            error={query.error}
            onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
          />
        </div>
      )}
      <SelectionBar filter={filter} more={query.hasNextPage} selected={selected} onSelect={setSelected} />
    </>
  )
}

const options: readonly { readonly href: Route; readonly icon: ReactNode; readonly label: string }[] = [
  { href: '/scrape', icon: <Globe size={16} aria-hidden />, label: 'Scrape web pages and add them' },
  { href: '/documents', icon: <FileText size={16} aria-hidden />, label: 'Parse documents and add them' },
  { href: '/map', icon: <Network size={16} aria-hidden />, label: 'Map a website and add its pages' },
]

/** Empty state: purpose of the library, three example texts and ways to add content. */
function EmptyLibrary({ onExample }: { onExample: (example: ExampleText) => void }) {
  const { adds } = useLibraryRights()
  return (
    <div className="scroll min-h-0 flex-1">
      <div className="mx-auto flex max-w-[74ch] flex-col gap-4 px-5 py-6 max-sm:px-3">
        <div className="flex flex-col gap-1">
          <h2 className="text-base font-semibold">Your library is empty</h2>
          <p className="text-muted">
            Add pages and documents for AI search and your own programs to find by keyword and by meaning.
            They stay on this server.
          </p>
        </div>
        {adds ? <FillOptions onExample={onExample} /> : <p>Team members can add items.</p>}
      </div>
    </div>
  )
}

function FillOptions({ onExample }: { onExample: (example: ExampleText) => void }) {
  return (
    <>
      <div className="flex flex-col items-start gap-2 rounded-lg border border-dashed border-control px-4 py-5">
        <p className="text-base font-medium">Drop files anywhere on this page</p>
        <p className="text-xs text-muted">{acceptedKinds}. Max. 50 MiB each.</p>
        <ChooseFiles label="Choose files" />
      </div>
      <h3 className="font-medium">Or start with an example</h3>
      <ul className="flex flex-col gap-2">
        {exampleTexts.map(example => (
          <li key={example.title}>
            <button
              type="button"
              onClick={() => onExample(example)}
              className="w-full rounded-lg border border-line bg-card px-3 py-2.5 text-left hover:border-control"
            >
              <span className="block font-medium">{example.title}</span>
              <span className="text-muted">{example.description}</span>
            </button>
          </li>
        ))}
      </ul>
      <h3 className="font-medium">More ways to add content</h3>
      <ul className="flex flex-col gap-1">
        {options.map(({ href, icon, label: words }) => (
          <li key={href}>
            <Link
              href={href}
              className="inline-flex min-h-7 items-center gap-2 text-accent-text underline-offset-2 hover:underline"
            >
              {icon}
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

const states = [
  { value: 'any', label: 'Any state' },
  { value: 'queued', label: 'Queued' },
  { value: 'indexed', label: 'Indexed' },
  { value: 'failed', label: 'Failed' },
]
const titleLengthMax = 200

/** Filters the list and selects all of it. */
function ItemsToolbar({
  items,
  more,
  selected,
  onSelect,
}: {
  items: readonly LibraryItem[]
  /** More items exist than are loaded. */
  more: boolean
  selected: ItemSelection
  onSelect: (selected: ItemSelection) => void
}) {
  const [{ title, state }, go] = useLibrarySearchParams()
  const { adds, mayChange } = useLibraryRights()
  const changeable = items.filter(mayChange)
  const chosen = changeable.filter(({ id }) => selected.has(id)).length
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-canvas py-1.5 pr-3 pl-4 max-sm:pl-3">
      {adds && (
        <label className="-ml-1 grid size-6 place-items-center coarse:size-10">
          <input
            type="checkbox"
            aria-label="Select all listed"
            ref={box => {
              if (box) box.indeterminate = chosen > 0 && chosen < changeable.length
            }}
            checked={changeable.length > 0 && chosen === changeable.length}
            disabled={changeable.length === 0}
            onChange={() => onSelect(toggleItems(selected, changeable))}
            className="size-4 accent-accent"
          />
        </label>
      )}
      <Input
        type="search"
        aria-label="Filter by title"
        placeholder="Filter by title"
        maxLength={titleLengthMax}
        className="w-auto min-w-28 flex-1 sm:max-w-72"
        value={title}
        onChange={event => go({ title: event.target.value })}
      />
      <Select
        label="State"
        className="w-32"
        choices={states}
        value={state ?? 'any'}
        onChange={next => go({ state: itemStates.find(each => each === next) ?? null })}
      />
      <span role="status" className="ml-auto text-xs text-muted">
        {formatCount(items.length)}
        {more && '+'} {items.length === 1 && !more ? 'item' : 'items'}
      </span>
    </div>
  )
}

const DeleteItems = lazy(() => import('./delete-items.tsx').then(module => ({ default: module.DeleteItems })))
const MoveItems = lazy(() => import('./move-items.tsx').then(module => ({ default: module.MoveItems })))

/** The selection and its actions. */
function SelectionBar({
  filter,
  more,
  selected,
  onSelect,
}: {
  filter: ItemFilter
  /** More items exist than are listed. */
  more: boolean
  selected: ItemSelection
  onSelect: (selected: ItemSelection) => void
}) {
  const { adds, manages, mayChange } = useLibraryRights()
  const [dialog, setDialog] = useState<'delete' | 'move' | null>(null)
  const all = useMutation({
    mutationFn: () => listAllItems(filter, new AbortController().signal),
    onSuccess: items => onSelect(new Map(items.filter(mayChange).map(item => [item.id, item]))),
    onError: error => showToast('Could not select all items', { description: error.message }),
  })
  const { size } = selected
  useCommands([
    {
      id: 'delete-items',
      label: 'Delete selected items',
      section: 'Run',
      shortcut: { key: 'Delete' },
      enabled: () => size > 0,
      run: () => setDialog('delete'),
    },
  ])
  const done = () => {
    setDialog(null)
    onSelect(nothingSelected)
  }
  const items = [...selected.values()]
  if (!adds) return null
  return (
    <div
      role="group"
      aria-label="Selection"
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-1 border-t border-line bg-canvas py-1 pr-3 pl-4 text-xs coarse:min-h-12 max-sm:pl-3"
    >
      <span role="status" className={size > 0 ? 'mr-2' : 'mr-2 text-muted'}>
        {size > 0
          ? `${countItems(size)} selected`
          : `Select ${manages ? 'items' : 'your own items'} to delete or move them`}
      </span>
      {size > 0 && (
        <>
          {more && (
            <Button
              variant="plain"
              disabled={all.isPending}
              focusableWhenDisabled
              onClick={() => all.mutate()}
            >
              {all.isPending ? 'Selecting…' : 'Select all matching'}
            </Button>
          )}
          <Button variant="plain" onClick={() => onSelect(nothingSelected)}>
            Clear
          </Button>
          <span className="ml-auto flex gap-1">
            <Button onClick={() => setDialog('move')}>
              <FolderInput size={14} aria-hidden />
              Move
            </Button>
            <Button variant="bad" onClick={() => setDialog('delete')}>
              <Trash2 size={14} aria-hidden />
              Delete
            </Button>
          </span>
        </>
      )}
      <Suspense>
        {dialog === 'delete' && (
          <DeleteItems items={items} onClose={() => setDialog(null)} onDone={done} finalFocus={nearestItem} />
        )}
        {dialog === 'move' && <MoveItems items={items} onClose={() => setDialog(null)} onDone={done} />}
      </Suspense>
    </div>
  )
}

/** The item that replaced the focused one; the search field if none is left. */
function nearestItem(): HTMLElement | null {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  return find('#library-items [data-place][tabindex="0"]') ?? find('[data-main-input]')
}

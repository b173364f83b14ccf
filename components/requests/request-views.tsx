'use client'

import { Plus, X } from 'lucide-react'
import { lazy, Suspense, useMemo, useState, useSyncExternalStore } from 'react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import {
  addView,
  findView,
  isSaved,
  openView,
  readViews,
  type RequestView,
  writeViews,
} from './model/saved-views.ts'
import type { RequestAddress } from './use-request-address.ts'

const SaveView = lazy(() => import('./save-view.tsx').then(module => ({ default: module.SaveView })))

const storageKey = 'sextant-request-views'

/** Saved filters of the log as tabs; own ones are stored in this browser. */
export function RequestViews({ address: { filter, setFilter } }: { address: RequestAddress }) {
  const { views, save } = useViews()
  const [isNaming, setNaming] = useState(false)
  const current = findView(views, filter)
  return (
    <nav
      aria-label="Views"
      className="flex h-10 shrink-0 items-stretch gap-4 overflow-x-auto border-b border-line px-5 [scrollbar-width:none] max-sm:px-3"
    >
      {views.map(view => (
        <button
          key={view.name}
          type="button"
          aria-current={view === current ? 'true' : undefined}
          data-selected={view === current || undefined}
          onClick={() => setFilter(openView(view, filter))}
          className={classNames(
            'text-sm whitespace-nowrap text-soft -outline-offset-2 hover:text-text',
            'aria-[current]:font-medium aria-[current]:text-text aria-[current]:shadow-[inset_0_-2px_var(--accent)]',
          )}
        >
          {view.name}
        </button>
      ))}
      <span className="flex items-center">
        {current?.own === true && (
          <IconButton
            label={`Remove view ${current.name}`}
            onClick={() => save(views.filter(view => view !== current))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        )}
        <IconButton
          label="Save filter as view"
          disabled={isSaved(views, filter)}
          focusableWhenDisabled
          onClick={() => setNaming(true)}
        >
          <Plus size={16} aria-hidden />
        </IconButton>
      </span>
      <Suspense>
        {isNaming && (
          <SaveView
            onClose={() => setNaming(false)}
            onSave={name => {
              const next = addView(views, name, filter)
              if (typeof next === 'string') return next
              if (!save(next)) return 'The storage of this browser is full or disabled. Free some space.'
              setNaming(false)
              return null
            }}
          />
        )}
      </Suspense>
    </nav>
  )
}

/** `save` returns false if the browser cannot store the views. */
function useViews(): { views: readonly RequestView[]; save: (views: readonly RequestView[]) => boolean } {
  const stored = useSyncExternalStore(listen, readStored, () => null)
  const views = useMemo(() => readViews(stored), [stored])
  const save = (next: readonly RequestView[]) => {
    try {
      localStorage.setItem(storageKey, writeViews(next))
    } catch (error) {
      // Storage can be full or disabled.
      if (error instanceof DOMException) return false
      throw error
    }
    for (const listener of listeners) listener()
    return true
  }
  return { views, save }
}

const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab may save views too.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

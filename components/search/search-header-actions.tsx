'use client'
import { Columns2, SquarePen } from 'lucide-react'
import { useKeptSession } from '#components/playground/kept-session-context.ts'
import { useCommands } from '#components/shell/use-commands.ts'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { otherSetting } from '#lib/client/search/second-setting.ts'
import { useSearch, useSearchStore } from './search-context.ts'

/** Starts over, and asks with two settings at once. */
export function SearchHeaderActions() {
  const session = useKeptSession()
  const store = useSearchStore()
  const compares = useSearch().second !== null
  const toggle = () =>
    store.update(state => ({ ...state, second: state.second === null ? otherSetting(state.body) : null }))
  useCommands([
    { id: 'new-search', label: 'New search', section: 'Run', run: session.startNew },
    {
      id: 'compare-searches',
      label: compares ? 'Ask with one setting' : 'Compare two settings',
      section: 'Run',
      run: toggle,
    },
  ])
  return (
    <>
      <Button
        variant="plain"
        aria-pressed={compares}
        onClick={toggle}
        className="aria-pressed:border-control aria-pressed:text-text"
      >
        <Columns2 size={16} aria-hidden className="lg:hidden" />
        <span className="max-lg:sr-only">Compare</span>
      </Button>
      <IconButton label="New search" onClick={session.startNew}>
        <SquarePen size={16} aria-hidden />
      </IconButton>
    </>
  )
}

'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { ListState } from '#components/team/list-state.tsx'
import { PageTurner } from '#components/team/page-turner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { listModelSettings } from '#lib/client/providers/model-settings.ts'
import type { ProviderView } from '#lib/contracts/team/providers.ts'
import { ModelTable } from './model-table.tsx'

const NameModel = lazy(() => import('./name-model.tsx').then(module => ({ default: module.NameModel })))

const pageRows = 50

/** Every model that is known, with what it costs here; a part of the list at a time. */
export function ModelSettings({
  providers,
  onChanged,
}: {
  providers: readonly ProviderView[]
  onChanged: () => Promise<void>
}) {
  const [words, setWords] = useState('')
  const [page, setPage] = useState(1)
  const [naming, setNaming] = useState(false)
  const asked = useDeferredValue(words)
  const models = useQuery({
    queryKey: ['model-settings', asked, page],
    queryFn: () => listModelSettings(asked, (page - 1) * pageRows),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          aria-label="Find a model"
          placeholder="Find a model"
          className="max-w-64"
          value={words}
          onChange={event => {
            setWords(event.target.value)
            setPage(1)
          }}
        />
        <span className="flex-1" />
        <Button onClick={() => setNaming(true)}>
          <Plus size={16} aria-hidden />
          Name a model
        </Button>
      </div>
      <ListState query={models}>
        {list => (
          <>
            <ModelTable models={list.models} onChanged={onChanged} />
            <PageTurner count={list.total} pageRows={pageRows} page={page} onTurn={setPage} />
          </>
        )}
      </ListState>
      <Suspense>
        {naming && (
          <NameModel
            providers={[
              ...providers.filter(each => each.purpose === 'models').map(each => each.name),
              'local',
            ]}
            onChanged={onChanged}
            onClose={() => setNaming(false)}
          />
        )}
      </Suspense>
    </>
  )
}

'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { ListState } from '#components/team/list-state.tsx'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { listModelSettings } from '#lib/client/providers/model-settings.ts'
import type { ProviderView } from '#lib/contracts/team/providers.ts'
import { ModelTable } from './model-table.tsx'

const NameModel = lazy(() => import('./name-model.tsx').then(module => ({ default: module.NameModel })))

const pageSize = 50

/** Every model that is known, with what it costs here; a part of the list at a time. */
export function ModelSettings({
  providers,
  onChanged,
}: {
  providers: readonly ProviderView[]
  onChanged: () => Promise<void>
}) {
  const [words, setWords] = useState('')
  const [offset, setOffset] = useState(0)
  const [naming, setNaming] = useState(false)
  const asked = useDeferredValue(words)
  const models = useQuery({
    queryKey: ['model-settings', asked, offset],
    queryFn: () => listModelSettings(asked, offset),
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
            setOffset(0)
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
            {list.total > pageSize && (
              <p className="flex items-center justify-end gap-2 text-xs text-muted">
                {offset + 1}–{Math.min(offset + pageSize, list.total)} of {list.total}
                <Button disabled={offset === 0} onClick={() => setOffset(offset - pageSize)}>
                  Previous
                </Button>
                <Button
                  disabled={offset + pageSize >= list.total}
                  onClick={() => setOffset(offset + pageSize)}
                >
                  Next
                </Button>
              </p>
            )}
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

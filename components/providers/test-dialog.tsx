'use client'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '#components/console-kit/problem.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { testProvider } from './model/providers.ts'
import type { ProviderView } from '#lib/contracts/console/providers.ts'
import { TestResult } from './test-result.tsx'
import { useSubmit } from '#components/console-kit/use-submit.ts'
import { showToast } from '#components/ui/overlay/toast.ts'
import { lacksModelList, noModels } from './provider-draft.ts'
import { addModels, ProviderModels } from './provider-models.tsx'

/** Tests a configured provider and shows its response. Without a model list, its models can be added. */
export function TestDialog({
  row,
  onChanged,
  onClose,
}: {
  row: ProviderView
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const { id, name, purpose } = row
  const test = useQuery({
    queryKey: ['test-provider', purpose, name],
    queryFn: () => testProvider(id === null ? { of: 'configured', name, purpose } : { of: 'stored', id }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Test ${name}`}
      description="Sends a real request with the current settings."
    >
      <div className="flex min-h-32 flex-col gap-3">
        {test.isFetching ? (
          <p className="text-muted">Testing {name}…</p>
        ) : (
          <>
            <Problem text={test.error?.message ?? null} />
            {test.data && <TestResult name={name} probe={test.data} />}
            {test.data && purpose === 'models' && lacksModelList(test.data) && (
              <ModelsForm provider={name} onChanged={onChanged} onClose={onClose} />
            )}
            <Button className="self-end" onClick={() => void test.refetch()}>
              Test again
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

function ModelsForm({
  provider,
  onChanged,
  onClose,
}: {
  provider: string
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const [models, setModels] = useState(noModels)
  const { busy, problem, submitForm } = useSubmit([])
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={submitForm(async () => {
        const added = await addModels(provider, models)
        await onChanged()
        showToast(added.length === 1 ? `${added[0]} added` : `${added.length} models added`)
        onClose()
      })}
    >
      <ProviderModels models={models} onChange={setModels} />
      <Problem text={problem} />
      <Button
        type="submit"
        variant="go"
        className="self-end"
        disabled={busy || models.text.trim() === ''}
        focusableWhenDisabled
      >
        Add models
      </Button>
    </form>
  )
}

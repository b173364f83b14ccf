'use client'
import { useQuery } from '@tanstack/react-query'
import { Problem } from '#components/console-kit/problem.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { testProvider } from './model/providers.ts'
import type { ProviderView } from '#lib/contracts/console/providers.ts'
import { TestResult } from './test-result.tsx'

/** Tests a configured provider and shows its response. */
export function TestDialog({ row, onClose }: { row: ProviderView; onClose: () => void }) {
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
            <Button className="self-end" onClick={() => void test.refetch()}>
              Test again
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

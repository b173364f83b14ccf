'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Switch } from '#components/ui/switch.tsx'
import { setKeepEverything, statusQuery } from '#lib/client/library/library-status.ts'

/** Whether all that is read with a key of the team is kept; off at first. */
export function KeepEverything({ on }: { on: boolean }) {
  const id = useId()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const change = useMutation({
    mutationFn: setKeepEverything,
    onSuccess: status => queries.setQueryData(statusQuery.queryKey, status),
    onSettled: () => setChosen(null),
  })
  // What was chosen is shown at once; where it fails, what holds.
  const shown = chosen ?? on
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id}>Keep everything</label>
        <Switch
          id={id}
          checked={shown}
          onChange={next => {
            setChosen(next)
            change.mutate(next)
          }}
          aria-describedby={`${id}-help`}
        />
      </div>
      <p id={`${id}-help`} className="text-xs text-muted">
        {shown
          ? 'Every page and document that is read with a key of this team is kept here, except where a request says “library: false”.'
          : 'Off: only what a request or a click asks for is kept. Nothing else outlives its request.'}
      </p>
      {change.error && (
        <p role="alert" className="text-xs text-bad">
          Not changed: {change.error.message}
        </p>
      )}
    </div>
  )
}

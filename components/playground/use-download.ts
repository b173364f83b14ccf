'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cancelDownload, downloadsQuery, startDownload } from './form/model/downloads.ts'
import { modelsQuery } from '#lib/client/models.ts'
import { useModel } from './form/use-model.ts'

/** Download of one model for display; `none` when there is nothing to download. */
export function useDownload(id: string | null) {
  const queries = useQueryClient()
  const model = useModel(id)
  const [refused, setRefused] = useState<{ of: string; reason: string } | null>(null)
  const missing = model?.state === 'not_downloaded' || model?.state === 'downloading'
  const { data } = useQuery({ ...downloadsQuery, enabled: missing })
  const progress = data?.find(download => download.model === id)
  const ended = progress?.state === 'ready' || progress?.state === 'cancelled' || progress?.state === 'failed'

  // The end of a download changes the list of models.
  useEffect(() => {
    if (ended) void queries.invalidateQueries({ queryKey: modelsQuery.queryKey })
  }, [ended, queries])

  async function act(work: (model: string) => Promise<void>): Promise<void> {
    if (id === null) return
    setRefused(null)
    try {
      await work(id)
    } catch (error) {
      setRefused({ of: id, reason: error instanceof Error ? error.message : String(error) })
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: downloadsQuery.queryKey }),
      queries.invalidateQueries({ queryKey: modelsQuery.queryKey }),
    ])
  }

  const running = progress !== undefined && !ended
  const failure = progress?.state === 'failed' ? (progress.reason ?? 'See the log for the reason.') : null
  return {
    state: !missing
      ? 'none'
      : running || (model.state === 'downloading' && !ended)
        ? 'downloading'
        : 'offered',
    progress: running ? progress : null,
    problem: refused?.of === id ? refused.reason : failure,
    start: () => void act(startDownload),
    cancel: () => void act(cancelDownload),
  } as const
}

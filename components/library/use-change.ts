'use client'
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#components/ui/overlay/toast.ts'
import { changeItems, type ItemChange } from './model/change-items.ts'
import { type ItemPage, libraryKey, withoutItems } from './model/list-items.ts'

/** A bulk change of items, which refreshes the lists. */
export function useChange(change: ItemChange) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => changeItems(ids, change),
    onSuccess(_, ids) {
      // Removed from the lists at once, because refetching a long one is slow.
      if (change.action !== 'delete') return
      const gone = new Set(ids)
      queries.setQueriesData<InfiniteData<ItemPage, string | null>>(
        { queryKey: [...libraryKey, 'items'] },
        data => withoutItems(data, gone),
      )
      gone.forEach(id => queries.removeQueries({ queryKey: [...libraryKey, 'item', id] }))
    },
    onError(error) {
      if (change.action === 'retry') showToast('Retry failed', { description: error.message })
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: libraryKey }),
  })
}

'use client'
import { useOpenCurl } from '#components/playground/use-open-curl.ts'
import { fromDraft, withSource } from './state/request.ts'
import { useContract, useViewer } from './viewer-context.ts'

export function usePasteCurl(): (text: string) => boolean {
  const { store } = useViewer()
  return useOpenCurl(useContract(), {
    take(draft) {
      const before = store.read().request
      store.update(state => ({ ...state, request: fromDraft(state.request, draft) }))
      return () => store.update(state => ({ ...state, request: before }))
    },
    paste: text =>
      store.update(state => ({
        ...state,
        request: withSource(state.request, { kind: 'typed', text, groups: new Map() }),
      })),
  })
}

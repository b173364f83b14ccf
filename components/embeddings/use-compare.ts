'use client'
import { useQuery } from '@tanstack/react-query'
import { otherModel } from '#components/playground/form/choose-model.ts'
import { modelsQuery } from '#lib/client/models.ts'
import { useViewer } from './viewer-context.ts'

/** Begins to compare: with another model than the chosen one, or with one that is still to be chosen. */
export function useCompare(): () => void {
  const { store } = useViewer()
  const models = useQuery(modelsQuery).data ?? []
  return () =>
    store.update(state => {
      const second = otherModel('embeddings', models, [state.request.body['model']]) ?? ''
      return { ...state, request: { ...state.request, second } }
    })
}

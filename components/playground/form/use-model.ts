'use client'
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '#lib/client/models.ts'
import type { Model } from '#lib/contracts/api/models.ts'

/** The API's metadata of a model; undefined while unknown. */
export function useModel(id: string | null): Model | undefined {
  return useQuery(modelsQuery).data?.find(model => model.id === id)
}

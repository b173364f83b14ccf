'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstModel, modelsFor } from '#components/playground/choose-model.ts'
import { modelsQuery } from '#lib/client/models.ts'

export interface EmbeddingWindow {
  readonly models: readonly string[]
  readonly model: string | null
  readonly choose: (model: string) => void
  /** Tokens that the model reads at once; null: unknown. */
  readonly windowTokens: number | null
}

/** The embedding model that chunks are meant for, and how much of one it reads. */
export function useEmbeddingWindow(): EmbeddingWindow {
  const [chosen, choose] = useState<string | null>(null)
  const models = modelsFor('embeddings', useQuery(modelsQuery).data ?? [])
  const model = chosen ?? (models.length === 0 ? null : firstModel('embeddings', models))
  const windowTokens = models.find(({ id }) => id === model)?.context_window ?? null
  return { models: models.map(({ id }) => id), model, choose, windowTokens }
}

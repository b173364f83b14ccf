import { speechModels } from '#lib/speech/create-transcriber.ts'
import type { Registry } from './registry.ts'

/** @returns why the default model of a job is unusable, by job */
export function findUnresolved(
  registry: Pick<Registry, 'resolve' | 'resolveEmbedding' | 'resolveReranker' | 'resolveAs'>,
  chosen: Readonly<Partial<Record<string, string>>>,
): ReadonlyMap<string, string> {
  const resolvers: Readonly<Record<string, (id: string) => unknown>> = {
    chat: id => registry.resolve(id),
    embeddings: id => registry.resolveEmbedding(id),
    rerank: id => registry.resolveReranker(id),
    speech: id => registry.resolveAs(speechModels, id),
  }
  const lost = new Map<string, string>()
  for (const [job, id = ''] of Object.entries(chosen)) {
    try {
      resolvers[job]?.(id)
    } catch (error) {
      lost.set(job, error instanceof Error ? error.message : String(error))
    }
  }
  return lost
}

import { speechModels } from '#lib/speech/create-transcriber.ts'
import type { Registry } from './registry.ts'
import { isRetired } from './retirement.ts'
import type { AnyTarget } from './target.ts'

type Resolvers = Pick<Registry, 'resolve' | 'resolveEmbedding' | 'resolveReranker' | 'resolveAs'>
type Chosen = Readonly<Partial<Record<string, string>>>

/** @returns why the default model of a job is unusable, by job */
export function findUnresolved(registry: Resolvers, chosen: Chosen): ReadonlyMap<string, string> {
  const resolvers = toResolvers(registry)
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

/** @returns the default models that their vendor has shut down, by job */
export function findRetired(
  registry: Resolvers,
  chosen: Chosen,
  atMs: number = Date.now(),
): ReadonlyMap<string, string> {
  const resolvers = toResolvers(registry)
  const unresolved = findUnresolved(registry, chosen)
  const retired = new Map<string, string>()
  for (const [job, id = ''] of Object.entries(chosen)) {
    const retires = unresolved.has(job) ? undefined : resolvers[job]?.(id).retires
    if (retires === undefined || !isRetired(retires, atMs)) continue
    retired.set(job, `The vendor of \`${id}\` shut it down on ${retires}. Choose another model.`)
  }
  return retired
}

function toResolvers(registry: Resolvers): Readonly<Record<string, (id: string) => AnyTarget>> {
  return {
    chat: id => registry.resolve(id),
    embeddings: id => registry.resolveEmbedding(id),
    rerank: id => registry.resolveReranker(id),
    speech: id => registry.resolveAs(speechModels, id),
  }
}

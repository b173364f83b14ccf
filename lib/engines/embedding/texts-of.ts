import type { EmbedRequest } from './embedding-model.ts'

/** The texts of a request to a server that takes no token ids; such a request was refused before. */
export function textsOf({ inputs }: EmbedRequest): readonly string[] {
  return inputs.kind === 'texts' ? inputs.texts : []
}

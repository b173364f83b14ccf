import { defineProvider } from '#lib/providers/define-provider.ts'
import { type FoundVectors, textsOf } from '#lib/providers/embedding/embedding-adapter.ts'
import { readVectorList } from '#lib/providers/embedding/read-vector.ts'
import { JsonWalker } from '#lib/providers/transport/json-walker.ts'

/** @see https://docs.ollama.com/api */
export const ollama = defineProvider({
  id: 'ollama',
  free: true,
  // Recognized by its default port.
  hosts: [/:11434$/],
  quirks: { toolsUnstreamed: true, effort: true },
  urls: baseUrl => ({ chat: baseUrl, embeddings: baseUrl.replace(/\/v1\/*$/, ''), list: baseUrl }),
  // Its own route: the OpenAI-compatible one silently truncates inputs that are too long for the model. It
  // returns only numbers, always normalized.
  embeddings: {
    path: '/api/embed',
    limits: { itemsMax: 256 },
    takesTokens: false,
    truncates: true,
    toBody: (request, modelId) => ({
      model: modelId,
      input: textsOf(request),
      truncate: request.truncate,
      ...(request.dimensions !== null && { dimensions: request.dimensions }),
    }),
    findVectors,
  },
})

function findVectors(answer: Buffer): FoundVectors {
  const walker = new JsonWalker(answer)
  let vectors: FoundVectors['vectors'] = []
  let promptTokens: number | null = null
  walker.members(key => {
    if (key === 'embeddings') vectors = readVectorList(walker)
    else if (key === 'prompt_eval_count') promptTokens = walker.index()
    else walker.skip()
  })
  walker.end()
  return { vectors, promptTokens, refused: false }
}

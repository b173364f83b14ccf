import type { TestContext } from 'vitest'
import { isRecord } from '#lib/providers/transport/json.ts'
import type { ProviderEntry } from '#lib/providers/registry/provider-entry.ts'
import { serve, type Answer, type Received } from '#lib/providers/transport/__fixtures__/raw-server.ts'
import type { EmbedAnswer, EmbeddingModel, EmbedRequest } from '#lib/providers/embedding/embedding-model.ts'

/** A request for the vectors of these texts with default parameters. */
export function requestOf(texts: readonly string[], options: Partial<EmbedRequest> = {}): EmbedRequest {
  return {
    inputs: { kind: 'texts', texts },
    encoding: 'float',
    dimensions: null,
    task: null,
    truncate: false,
    lateChunking: false,
    normalized: true,
    extra: {},
    ...options,
  }
}

/** An embedding model backed by a server with these responses. */
export async function serveEmbedder(
  context: TestContext,
  settings: Partial<ProviderEntry> & { readonly path?: string; readonly modelId?: string },
  ...answers: readonly Answer[]
) {
  const { modelId = 'm-1', ...entry } = settings
  const { provider, received } = await serve(context, entry, ...answers)
  const model: EmbeddingModel | undefined = provider.embedding?.(modelId)
  if (model === undefined) throw new Error('this provider has no embeddings')
  return { model, received }
}

/** A field of the first request sent. */
export function sentField([first]: readonly Received[], name: string): unknown {
  return isRecord(first?.body) ? first.body[name] : null
}

export function numbersOf({ vectors }: EmbedAnswer): unknown[] {
  return vectors.map(({ encoding, text }) =>
    encoding === 'float'
      ? (JSON.parse(text.toString()) as unknown)
      : [...new Float32Array(Uint8Array.from(Buffer.from(text.toString(), 'base64')).buffer)],
  )
}

/** Vectors of four numbers, one per input, in OpenAI's format; the first number is the input's. */
export function echoVectors(inputs: readonly string[]): unknown {
  const data = inputs.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [Number(text), 0, 0.5, -1],
  }))
  return { object: 'list', data, model: 'm', usage: { prompt_tokens: inputs.length } }
}

import type { embeddingsContract, EmbeddingsRequest } from '#lib/contracts/embeddings.ts'
import type { Usage } from '#lib/contracts/usage.ts'
import type { WrittenVector } from '#lib/engines/embedding/embedding-model.ts'
import type { EmbeddingTarget } from '#lib/engines/embedding/embedding-target.ts'
import { askOnce, type AskOptions } from './ask-once.ts'
import type { Call, Handler } from './call.ts'
import { checkDimensions } from './check-dimensions.ts'
import { chooseTargets } from './choose-targets.ts'
import { toEmbedRequest } from './embed-request.ts'
import type { EmbeddingModels } from './embedding-models.ts'
import { fitInputs } from './fit-inputs.ts'
import { fitVectors } from './fit-vectors.ts'
import { countInputTokens, guessInputTokens } from './input-tokens.ts'
import { inputUsage } from './input-usage.ts'
import { writeEmbeddings } from './write-embeddings.ts'

export interface EmbedOptions extends AskOptions {
  readonly models: EmbeddingModels
}

/** Turns texts into vectors by the first target that can. */
export function createEmbed(options: EmbedOptions): Handler<typeof embeddingsContract> {
  return async (input, call) => {
    const { vectors, target, usage } = await askEmbedding(input, call, options)
    return writeEmbeddings(vectors, target.publicId, usage)
  }
}

/** The vectors as they were written, who made them, and the tokens, which are metered already. */
export async function askEmbedding(
  input: EmbeddingsRequest,
  call: Call,
  options: EmbedOptions,
): Promise<{ vectors: readonly WrittenVector[]; target: EmbeddingTarget; usage: Usage }> {
  const request = toEmbedRequest(input)
  // Vectors of different models do not compare: only the operator names fallbacks.
  const targets = chooseTargets({ model: input.model }, call, id => options.models.resolveEmbedding(id))
  const { target, prepared, answer } = await askOnce(targets, call, options, {
    prepare(target) {
      checkDimensions(request.dimensions, target)
      return fitInputs(request, target)
    },
    guessTokens: guessInputTokens,
    async ask(prepared, target, attemptOptions) {
      const given = await target.model.embed(prepared, attemptOptions)
      return { vectors: fitVectors(given, request, target), promptTokens: given.promptTokens }
    },
    estimate: async (prepared, target) => inputUsage(await countInputTokens(prepared, target), target),
  })
  const { vectors, promptTokens } = answer
  const usage = inputUsage(promptTokens ?? (await countInputTokens(prepared, target)), target)
  call.meter(usage, { estimated: promptTokens === null })
  return { vectors, target, usage }
}

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
import { abandonedUsage, inputUsage } from './input-usage.ts'
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
  const { reportedCosts } = options.policy
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
      const { promptTokens, costUsd } = given
      return { vectors: fitVectors(given, request, target), promptTokens, costUsd }
    },
    estimate: async (prepared, target) =>
      abandonedUsage(await countInputTokens(prepared, target), target, reportedCosts),
  })
  const { vectors, promptTokens, costUsd } = answer
  const tokens = promptTokens ?? (await countInputTokens(prepared, target))
  const usage = inputUsage({ tokens, reportedUsd: costUsd, whole: true }, target, reportedCosts)
  call.meter(usage, { estimated: promptTokens === null })
  return { vectors, target, usage }
}

import type { embeddingsContract } from '#lib/contracts/embeddings.ts'
import { askOnce, type AskOptions } from './ask-once.ts'
import type { Handler } from './call.ts'
import { checkDimensions } from './check-dimensions.ts'
import { chooseTargets } from './choose-targets.ts'
import { toEmbedRequest } from './embed-request.ts'
import type { EmbeddingModels } from './embedding-models.ts'
import { countInputTokens, fitInputs, guessInputTokens } from './fit-inputs.ts'
import { fitVectors } from './fit-vectors.ts'
import { inputUsage } from './input-usage.ts'
import { writeEmbeddings } from './write-embeddings.ts'

export interface EmbedOptions extends AskOptions {
  readonly models: EmbeddingModels
}

/** Turns texts into vectors by the first target that can. */
export function createEmbed(options: EmbedOptions): Handler<typeof embeddingsContract> {
  return async (input, call) => {
    const request = toEmbedRequest(input)
    const { inputs } = request
    // Vectors of different models do not compare: only the operator names fallbacks.
    const targets = chooseTargets({ model: input.model }, call, id => options.models.resolveEmbedding(id))
    const { target, value } = await askOnce(targets, call, options, {
      prepare(target) {
        checkDimensions(request.dimensions, target)
        return fitInputs(request, target)
      },
      guessTokens: () => guessInputTokens(inputs),
      async ask(target, prepared, attemptOptions) {
        const answer = await target.model.embed(prepared, attemptOptions)
        return { vectors: fitVectors(answer, request, target), promptTokens: answer.promptTokens }
      },
      estimate: async target => inputUsage(await countInputTokens(inputs), target),
    })
    const { vectors, promptTokens } = value
    const usage = inputUsage(promptTokens ?? (await countInputTokens(inputs)), target)
    call.meter(usage, { estimated: promptTokens === null })
    return writeEmbeddings(vectors, target.publicId, usage)
  }
}

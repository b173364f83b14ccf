import type { LlamaModel, Token } from 'node-llama-cpp'
import type { TokenLogprob } from '#lib/models/answer/answer-event.ts'

/** The smallest figure that is printed, instead of minus infinity. */
const floor = -9999

export function toLogprob(
  model: Pick<LlamaModel, 'detokenize'>,
  token: Token,
  probabilities: ReadonlyMap<Token, number>,
  topCount: number,
): TokenLogprob {
  return {
    ...describe(model, token, probabilities.get(token) ?? 0),
    top_logprobs: probabilities
      .entries()
      .take(topCount)
      .map(([candidate, probability]) => describe(model, candidate, probability))
      .toArray(),
  }
}

function describe(model: Pick<LlamaModel, 'detokenize'>, token: Token, probability: number) {
  const text = model.detokenize([token], true)
  return {
    token: text,
    logprob: probability > 0 ? Math.log(probability) : floor,
    bytes: [...new TextEncoder().encode(text)],
  }
}

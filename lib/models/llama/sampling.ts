import {
  LlamaGrammarEvaluationState,
  TokenBias,
  type LlamaGrammar,
  type LlamaModel,
  type SequenceEvaluateOptions,
  type Token,
} from 'node-llama-cpp'
import { ApiError } from '#lib/errors.ts'
import type { ChatRequest } from '#lib/contracts/chat.ts'

const punishTokensMax = 512

/** Keeps unlikely tokens of a small model out at the API's default temperature of 1; `min_p: 0` switches it off. */
const defaultMinP = 0.05
const defaultTopK = 40

/** The request's parameters in the runner's terms. `top_k` and `min_p` are taken as llama.cpp names them. */
export function toSampling(
  request: ChatRequest,
  options: {
    readonly model: LlamaModel
    readonly grammar: LlamaGrammar | null
    readonly seed: number
    readonly generated: () => Token[]
  },
): SequenceEvaluateOptions {
  const { model, grammar, seed, generated } = options
  const frequencyPenalty = request.frequency_penalty ?? 0
  const presencePenalty = request.presence_penalty ?? 0
  return {
    temperature: request.temperature ?? 1,
    topP: request.top_p ?? 1,
    // Probabilities are asked for before anything is cut away: a cut would show in them.
    topK: toNumber(request['top_k']) ?? (request.logprobs === true ? 0 : defaultTopK),
    minP: toNumber(request['min_p']) ?? (request.logprobs === true ? 0 : defaultMinP),
    seed,
    ...(grammar && { grammarEvaluationState: new LlamaGrammarEvaluationState({ model, grammar }) }),
    ...((frequencyPenalty !== 0 || presencePenalty !== 0) && {
      repeatPenalty: {
        punishTokens: generated,
        maxPunishTokens: punishTokensMax,
        penalty: 1,
        frequencyPenalty,
        presencePenalty,
      },
    }),
    ...(request.logit_bias && { tokenBias: toTokenBias(request.logit_bias, model) }),
  }
}

function toTokenBias(biases: Readonly<Record<string, number>>, model: LlamaModel): TokenBias {
  const tokenBias = TokenBias.for(model)
  for (const [id, bias] of Object.entries(biases)) {
    if (!/^\d+$/.test(id))
      throw new ApiError('invalid_value', `\`${id}\` is not a token id.`, { param: `logit_bias.${id}` })
    tokenBias.set(Number(id) as Token, bias <= -100 ? 'never' : { logit: bias })
  }
  return tokenBias
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

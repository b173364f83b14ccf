import { randomInt } from 'node:crypto'
import type { Llama, LlamaGrammar, LlamaModel, Token } from 'node-llama-cpp'
import { ApiError } from '#lib/errors.ts'
import type { ChatRequest } from '#lib/contracts/chat.ts'
import type { TokenLogprob } from '#lib/models/answer/answer-event.ts'
import { createAnswerReader, type AnswerPart } from '#lib/models/answer/answer-reader.ts'
import { toGrammar, type JsonSchema } from '#lib/models/answer/json-grammar.ts'
import { planAnswer } from '#lib/models/answer/plan-answer.ts'
import type { ChatRunner } from './chat-runner.ts'
import { generateTokens } from './generate-tokens.ts'
import { toLogprob } from './logprobs.ts'
import type { Pacer } from './pacer.ts'
import { requireReadable, requireRoom } from './prompt-room.ts'
import type { ChatTemplate } from './render-prompt.ts'
import { toSampling } from './sampling.ts'
import type { SequencePool } from './sequence-pool.ts'
import { toTemplateMessages } from './template-messages.ts'
import { createTokenText } from './token-text.ts'

export interface LlamaParts {
  readonly llama: Llama
  readonly model: LlamaModel
  readonly modelId: string
  readonly thinks: boolean
  readonly template: ChatTemplate
  readonly pool: SequencePool
  readonly contextTokens: number
  readonly pieceTokens: number
  readonly pacer: Pacer
}

const seedMax = 2 ** 31

export function createLlamaAnswerer(parts: LlamaParts): ChatRunner['answer'] {
  const { llama, model, modelId, thinks, template, pool, contextTokens, pieceTokens, pacer } = parts
  return async function* answer(request, { index, signal }) {
    const plan = planAnswer(request)
    const segments = template.render({
      messages: toTemplateMessages(request.messages, modelId),
      tools: plan.tools,
      thinking: plan.thinking,
      answerStart: plan.answerStart,
    })
    requireReadable(segments, contextTokens, modelId)
    const prompt = segments.flatMap(({ text, marks }) => model.tokenize(text, marks))
    requireRoom(prompt.length, contextTokens, modelId)
    const grammar = plan.schema === null ? null : await createGrammar(llama, plan.schema)
    const { sequence, release } = pool.take(prompt)
    try {
      const reader = createAnswerReader(plan, { stops: toStops(request.stop), thinks })
      const tokenText = createTokenText(model)
      const generated: Token[] = []
      const tokensMax = request.max_completion_tokens ?? request.max_tokens ?? Infinity
      const seeded = typeof request.seed === 'number'
      let cachedTokens = 0
      let reasoningTokens = 0
      let callCount = 0
      let logprobs: TokenLogprob[] = []
      let done = false
      const toEvents = function* (found: readonly AnswerPart[]) {
        for (const part of found) {
          if (part.type === 'tool_call') callCount += 1
          yield part.type === 'text' ? { ...part, logprobs } : part
          if (part.type === 'text') logprobs = []
        }
      }
      const tokens = generateTokens({
        sequence,
        prompt,
        reuse: !seeded,
        pieceTokens,
        pacer,
        probabilities: request.logprobs === true,
        sampling: toSampling(request, {
          model,
          grammar,
          seed: seeded ? toSeed(request.seed ?? 0, index) : randomInt(seedMax),
          generated: () => generated,
        }),
        signal,
        onPrompt: cached => (cachedTokens = cached),
      })
      for await (const { token, probabilities } of tokens) {
        generated.push(token)
        if (probabilities) logprobs.push(toLogprob(model, token, probabilities, request.top_logprobs ?? 0))
        if (reader.thinking) reasoningTokens += 1
        const read = reader.push(tokenText.push(token))
        yield* toEvents(read.parts)
        done = read.done
        if (done || generated.length >= tokensMax) break
      }
      const full = sequence.nextTokenIndex >= sequence.contextSize - 1
      const cut = !done && (generated.length >= tokensMax || full)
      yield* toEvents(reader.push(tokenText.flush()).parts)
      yield* toEvents(reader.flush())
      yield {
        type: 'finish',
        reason: cut ? 'length' : callCount > 0 ? 'tool_calls' : 'stop',
        usage: {
          promptTokens: prompt.length,
          cachedTokens,
          completionTokens: generated.length,
          reasoningTokens,
        },
      }
    } catch (error) {
      if (!signal.aborted && !sequence.disposed) await sequence.clearHistory()
      throw error
    } finally {
      release()
    }
  }
}

async function createGrammar(llama: Llama, schema: JsonSchema): Promise<LlamaGrammar> {
  try {
    return await llama.createGrammar({ grammar: toGrammar(schema) })
  } catch (error) {
    throw new ApiError('invalid_value', 'The JSON schema cannot be turned into a grammar; simplify it.', {
      param: 'response_format.json_schema.schema',
      cause: error,
    })
  }
}

function toStops(stop: ChatRequest['stop']): string[] {
  if (!stop) return []
  return typeof stop === 'string' ? [stop] : stop
}

/** Seeds may be any integer; the runner takes 31 bits. */
function toSeed(seed: number, index: number): number {
  return (((seed + index) % seedMax) + seedMax) % seedMax
}

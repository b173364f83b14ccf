import { randomInt } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  type Llama,
  type LlamaGrammar,
  type LlamaModel,
  type Token,
  type LlamaContextSequence,
  type SequenceEvaluateOptions,
  LlamaGrammarEvaluationState,
  TokenBias,
} from 'node-llama-cpp'
import { ApiError } from '#lib/errors.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { AnswerEvent, TokenLogprob } from '#lib/models/answer/answer-event.ts'
import { createAnswerReader, type AnswerPart } from '#lib/models/answer/answer-reader.ts'
import { createSchemaCheck } from '#lib/models/answer/fits-schema.ts'
import { toGrammar, type GrammarChoice } from '#lib/models/answer/json-grammar.ts'
import { type AnswerPlan, planAnswer } from '#lib/models/answer/plan-answer.ts'
import {
  callStart,
  isCallLikely,
  type NeedProbe,
  type NeedProbeKind,
  type NextText,
  sortByName,
  toNeedProbe,
} from '#lib/models/answer/tool-need.ts'
import type { ChatRunner, PromptReading } from './chat-runner.ts'
import type { Pacer } from './pacer.ts'
import type { ChatTemplate, PromptInput } from './render-prompt.ts'
import type { SequencePool } from './sequence-pool.ts'
import { toTemplateMessages } from './template-messages.ts'

export interface LlamaDeps {
  readonly llama: Llama
  readonly model: LlamaModel
  readonly modelId: string
  readonly thinks: boolean
  readonly toolProbe: NeedProbeKind | null
  readonly template: ChatTemplate
  readonly pool: SequencePool
  readonly contextTokens: number
  readonly pieceTokens: number
  readonly pacer: Pacer
}

const seedMax = 2 ** 31

export function createLlamaAnswerer(deps: LlamaDeps): Pick<ChatRunner, 'answer' | 'countTokens'> {
  const { llama, model, modelId, thinks, pool, contextTokens, pieceTokens, pacer } = deps
  async function* answer(
    request: ChatRequest,
    { index, signal, onReading = () => undefined }: Parameters<ChatRunner['answer']>[1],
  ): AsyncGenerator<AnswerEvent> {
    const { plan, prompt } = await readPrompt(request, { ...deps, signal, onReading }, tokens =>
      requireCapacity(tokens, contextTokens, modelId),
    )
    const grammar = plan.grammar === null ? null : await createGrammar(llama, plan.grammar)
    const { sequence, release } = pool.take(prompt)
    try {
      const reader = createAnswerReader(plan, {
        stops: toStops(request.stop),
        thinks,
        fits: createSchemaCheck(signal),
      })
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
        onReading,
      })
      for await (const { token, probabilities } of tokens) {
        generated.push(token)
        if (probabilities) logprobs.push(toLogprob(model, token, probabilities, request.top_logprobs ?? 0))
        if (reader.thinking) reasoningTokens += 1
        const read = await reader.push(tokenText.push(token))
        yield* toEvents(read.parts)
        done = read.done
        if (done || generated.length >= tokensMax) break
      }
      const full = sequence.nextTokenIndex >= sequence.contextSize - 1
      const cut = !done && (generated.length >= tokensMax || full)
      yield* toEvents((await reader.push(tokenText.flush())).parts)
      yield* toEvents(await reader.flush())
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
  return {
    answer,
    countTokens: async (request, signal) =>
      (await readPrompt(request, { ...deps, signal, onReading: () => undefined }, () => undefined)).prompt
        .length,
  }
}

/**
 * A request as the model reads it.
 * @param check throws for a prompt with too many tokens
 */
async function readPrompt(
  request: ChatRequest,
  deps: LlamaDeps & Pick<GenerateTokensOptions, 'signal' | 'onReading'>,
  check: (tokens: number) => void,
): Promise<{ readonly plan: AnswerPlan; readonly prompt: Token[] }> {
  const { model, modelId, toolProbe, template, contextTokens, signal } = deps
  const plan = planAnswer(request)
  const messages = toTemplateMessages(request.messages, modelId)
  requireReadable({ messages, tools: plan.tools }, contextTokens, modelId)
  const toPrompt = (said: PromptInput['messages'], { tools, thinking, answerStart }: AnswerPlan): Token[] =>
    template
      .render({ messages: said, tools, thinking, answerStart })
      .flatMap(({ text, marks }) => model.tokenize(text, marks))
  const prompt = toPrompt(messages, plan)
  check(prompt.length)
  // Everything so far blocks the event loop, so that a client who left is only noticed now.
  await yieldToEventLoop()
  signal.throwIfAborted()
  const probe = toolProbe === null ? null : toNeedProbe(plan, messages, toolProbe)
  if (probe === null) return { plan, prompt }
  const narrowed = await narrowTools(plan, probe, said => toPrompt(probe.messages, said), deps)
  return { plan: narrowed, prompt: toPrompt(messages, narrowed) }
}

/**
 * Leaves the tools out if the probe needs none, else sorts them, where their calls were probed. On a sequence of its
 * own, so that the conversation and the examples of the probe both stay cached.
 */
async function narrowTools(
  plan: AnswerPlan,
  { kind, tools }: NeedProbe,
  toPrompt: (plan: AnswerPlan) => Token[],
  { pool, contextTokens, ...deps }: LlamaDeps & Pick<GenerateTokensOptions, 'signal' | 'onReading'>,
): Promise<AnswerPlan> {
  const probed = { ...plan, tools }
  const prompt = toPrompt(probed)
  if (prompt.length + 2 > contextTokens) return plan
  const { sequence, release } = pool.take(prompt)
  try {
    const begins = await readNextTexts({ ...deps, sequence, prompt })
    if (!isCallLikely(kind, begins)) return { ...plan, tools: [], calls: 'none' }
    if (kind !== 'call' || plan.tools.length === 1) return plan
    const named = toPrompt({ ...probed, answerStart: callStart })
    return {
      ...plan,
      tools: sortByName(plan.tools, await readNextTexts({ ...deps, sequence, prompt: named })),
    }
  } catch (error) {
    if (!deps.signal.aborted && !sequence.disposed) await sequence.clearHistory()
    throw error
  } finally {
    release()
  }
}

/** The likeliest next tokens as text, with their probabilities. */
async function readNextTexts({
  model,
  ...options
}: Pick<GenerateTokensOptions, 'sequence' | 'prompt' | 'pieceTokens' | 'pacer' | 'signal' | 'onReading'> & {
  readonly model: LlamaModel
}): Promise<NextText[]> {
  const tokens = generateTokens({
    ...options,
    reuse: true,
    probabilities: true,
    sampling: { temperature: 0, topK: 0 },
    onPrompt: () => undefined,
  })
  for await (const { probabilities } of tokens) {
    return (probabilities ?? new Map<Token, number>())
      .entries()
      .take(likelyMax)
      .map(([token, probability]) => ({ text: model.detokenize([token], true), probability }))
      .toArray()
  }
  return []
}

// The probabilities are sorted, and those after the first are next to nothing.
const likelyMax = 50

async function createGrammar(llama: Llama, choices: readonly GrammarChoice[]): Promise<LlamaGrammar> {
  try {
    return await llama.createGrammar({ grammar: toGrammar(choices) })
  } catch (error) {
    throw new ApiError('invalid_value', 'The JSON schema cannot be converted to a grammar. Simplify it.', {
      param: 'response_format.json_schema.schema',
      cause: error,
    })
  }
}

function toStops(stop: ChatRequest['stop']): string[] {
  if (!stop) return []
  return typeof stop === 'string' ? [stop] : stop
}

/** Seeds may be any integer; the runner accepts 31 bits. */
function toSeed(seed: number, index: number): number {
  return (((seed + index) % seedMax) + seedMax) % seedMax
}

// Tokens are practically never longer in any vocabulary.
const tokenCharsMax = 128

/** Rejects a prompt by its length if it cannot fit: rendering and tokenizing megabytes takes seconds. */
export function requireReadable(
  { messages, tools }: Pick<PromptInput, 'messages' | 'tools'>,
  contextTokens: number,
  modelId: string,
): void {
  if (messages.length > contextTokens) throw tooLong(modelId, contextTokens, `at least ${messages.length}`)
  const chars = JSON.stringify([messages, tools]).length
  if (chars > contextTokens * tokenCharsMax) throw tooLong(modelId, contextTokens, `${chars} characters`)
}

/**
 * One token is for the answer, one is reserved by the runner.
 * @throws ApiError `context_length_exceeded`
 */
export function requireCapacity(promptTokens: number, contextTokens: number, modelId: string): void {
  if (promptTokens + 2 > contextTokens) throw tooLong(modelId, contextTokens, `${promptTokens}`)
}

function tooLong(modelId: string, contextTokens: number, size: string): ApiError {
  return new ApiError(
    'context_length_exceeded',
    // As in `chat-request.ts`, for litellm.
    `This model's maximum context length is ${contextTokens} tokens (\`${modelId}\`); the messages and tools take ${size}. Shorten them.`,
    { param: 'messages' },
  )
}

/** The smallest printed value, instead of minus infinity. */
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

interface TokenText {
  /** Newly completed text; empty while a character is incomplete. */
  push(token: Token): string
  flush(): string
}

// A character has at most four bytes, so at most four tokens.
const pendingMax = 4
const contextTokensMax = 8

/** Converts tokens to text without splitting characters that span several tokens. */
export function createTokenText(model: Pick<LlamaModel, 'detokenize'>): TokenText {
  let pending: Token[] = []
  let last: Token[] = []
  const settle = (text: string): string => {
    last = [...last, ...pending].slice(-contextTokensMax)
    pending = []
    return text
  }
  return {
    push(token) {
      pending.push(token)
      const text = model.detokenize(pending, false, last)
      if (text.endsWith('\uFFFD') && pending.length < pendingMax) return ''
      return settle(text)
    },
    flush() {
      return pending.length === 0 ? '' : settle(model.detokenize(pending, false, last))
    },
  }
}

interface GeneratedToken {
  readonly token: Token
  readonly probabilities: ReadonlyMap<Token, number> | null
}

interface GenerateTokensOptions {
  readonly sequence: LlamaContextSequence
  readonly prompt: readonly Token[]
  /** Whether to reuse the sequence's cache. Off for seeded calls: different batches round differently. */
  readonly reuse: boolean
  /** Prompt tokens to evaluate between checks of the signal. */
  readonly pieceTokens: number
  readonly probabilities: boolean
  readonly sampling: SequenceEvaluateOptions
  readonly pacer: Pacer
  readonly signal: AbortSignal
  readonly onPrompt: (cachedTokens: number) => void
  /** Called before each piece of the prompt. */
  readonly onReading: (reading: PromptReading) => void
}

/** Evaluates a prompt and yields tokens until the model ends, the context window is full or the signal aborts. */
async function* generateTokens(options: GenerateTokensOptions): AsyncGenerator<GeneratedToken, void> {
  const {
    sequence,
    prompt,
    reuse,
    pieceTokens,
    probabilities,
    sampling,
    pacer,
    signal,
    onPrompt,
    onReading,
  } = options
  const common = reuse ? sequence.compareContextTokens([...prompt]).firstDifferentIndex : 0
  const cached = Math.min(common, prompt.length - 1)
  if (cached < sequence.nextTokenIndex)
    await sequence.eraseContextTokenRanges([{ start: cached, end: sequence.nextTokenIndex }])
  onPrompt(cached)
  const lastPiece = Math.max(cached, prompt.length - pieceTokens)
  for (let start = cached; start < lastPiece; start += pieceTokens) {
    signal.throwIfAborted()
    onReading({ tokens: prompt.length, readTokens: start })
    const piece = prompt.slice(start, Math.min(start + pieceTokens, lastPiece))
    await pacer.prompt(piece.length, async () => await sequence.evaluateWithoutGeneratingNewTokens(piece))
  }
  signal.throwIfAborted()
  onReading({ tokens: prompt.length, readTokens: lastPiece })
  const tokens = sequence.evaluateWithMetadata(prompt.slice(lastPiece), { probabilities }, sampling)
  try {
    let next = await pacer.first(async () => await tokens.next())
    while (!next.done) {
      signal.throwIfAborted()
      yield { token: next.value.token, probabilities: toMap(next.value) }
      // The runner would drop the beginning of the context: end the answer instead.
      if (sequence.nextTokenIndex >= sequence.contextSize - 1) return
      next = await pacer.token(async () => await tokens.next())
    }
  } finally {
    await tokens.return()
  }
}

function toMap(generated: object): ReadonlyMap<Token, number> | null {
  return 'probabilities' in generated && generated.probabilities instanceof Map
    ? generated.probabilities
    : null
}

const punishTokensMax = 512

/** Excludes unlikely tokens of a small model at the API's default temperature of 1; `min_p: 0` disables it. */
const defaultMinP = 0.05
const defaultTopK = 40

/** Maps the request's parameters to the runner's. `top_k` and `min_p` have the names of llama.cpp. */
function toSampling(
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
    // Probabilities are computed before truncation, which would distort them.
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
      throw new ApiError('invalid_value', `\`${id}\` is not a token ID.`, { param: `logit_bias.${id}` })
    tokenBias.set(Number(id) as Token, bias <= -100 ? 'never' : { logit: bias })
  }
  return tokenBias
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

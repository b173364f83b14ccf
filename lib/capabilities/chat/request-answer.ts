import type { Attempt } from '#lib/capabilities/attempts/attempt-series.ts'
import { isUnseen } from '#lib/capabilities/attempts/failure-kinds.ts'
import type { PlainTargets } from '#lib/capabilities/attempts/plain-targets.ts'
import type { ChatCompletion, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { assembleAnswer } from './assemble-answer.ts'
import { writtenText } from './chat-answer.ts'

/** A request that may be sent. */
interface Sendable {
  readonly request: ChatRequest
  readonly options: AttemptOptions
}

/** The part of the attempts of a request that reading its answer needs. */
interface Attempts {
  readonly plainTargets: PlainTargets
  /** Notes that nothing shows what the model has written until the whole answer arrives. */
  awaitPiece(): void
  /** Notes the cost of an answer that was cut. */
  addCut(target: ChatTarget, arrived: ChatCompletion): Promise<void>
  /** Notes the most that an answer may cost of which nothing arrived. */
  addUnseen(target: ChatTarget): Promise<void>
}

/**
 * The complete response. While another target remains it is assembled from a stream, so that a silent provider is
 * noticed by `firstEventMs` and `idleMs` and not by `plainMs`. To the last target nothing is gained by that, and reading
 * a stream takes several times the CPU of one piece.
 */
export function requestAnswer(
  one: Pick<Attempt<ChatTarget>, 'target' | 'hasNext'>,
  { request, options }: Sendable,
  attempts: Attempts,
): Promise<ChatCompletion> {
  const { target } = one
  const mayAssemble = target.assemble === 'always' || one.hasNext()
  if (mayAssemble && canAssemble(request, target, attempts.plainTargets)) {
    return requestAssembled(target, { request, options }, attempts)
  }
  return requestPiece(target, { request, options }, attempts)
}

async function requestPiece(
  target: ChatTarget,
  { request, options }: Sendable,
  attempts: Attempts,
): Promise<ChatCompletion> {
  attempts.awaitPiece()
  try {
    return await target.model.generate(request, options)
  } catch (error) {
    if (isUnseen(error)) await attempts.addUnseen(target)
    throw error
  }
}

async function requestAssembled(
  target: ChatTarget,
  { request, options }: Sendable,
  attempts: Attempts,
): Promise<ChatCompletion> {
  const { plainTargets } = attempts
  try {
    const answer = await assembleAnswer(target.model.stream(request, options), async arrived => {
      if (hasOutput(arrived)) await attempts.addCut(target, arrived)
    })
    // Its tokens had to be counted here.
    if (answer.usage.total_tokens === 0) plainTargets.add(target)
    return answer
  } catch (error) {
    if (!plainTargets.learn(target, error)) throw error
    return await requestPiece(target, { request, options }, attempts)
  }
}

/** Whether the provider bills it, although it failed. */
function hasOutput(arrived: ChatCompletion): boolean {
  return arrived.usage.total_tokens > 0 || writtenText(arrived) !== ''
}

/** Whether a stream would carry everything that the client may expect. */
function canAssemble(request: ChatRequest, target: ChatTarget, plainTargets: PlainTargets): boolean {
  if (target.assemble === 'never') return false
  // Some servers stream only one choice or no audio, and none streams the log probabilities of the prompt.
  if ((request.n ?? 1) > 1 || plainFields.some(field => isSet(request[field]))) return false
  return !plainTargets.has(target)
}

const plainFields = ['audio', 'prompt_logprobs', 'echo'] as const

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}
